/** The activity log with ten thousand and with a million entries: reading, searching, exporting. */

import { fetched, hangUp } from '../scripts/ask.ts';
import { newId } from '../server/db/ids.ts';
import type { Db } from '../server/db/tables.ts';
import { beside, figure, median, repeatedly } from './figures.ts';
import { MEMORY_GOALS, memoryOf } from './memory-of.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const FEW = 10_000;
const MANY = Number(process.env.BENCH_ENTRIES ?? 1_000_000);
const AT_ONCE = 500;

async function insertEntries(db: Db, count: number): Promise<void> {
  const start = Date.now() - count * 1_000;
  for (let at = 0; at < count; at += AT_ONCE * 20) {
    await db.transaction().execute(async (trx) => {
      for (let from = at; from < Math.min(at + AT_ONCE * 20, count); from += AT_ONCE) {
        const rows = Array.from({ length: AT_ONCE }, (_, index) => {
          const number = from + index;
          return {
            id: newId(start + number * 1_000),
            user_id: `guest_10_0_${(number >> 8) & 255}_${number & 255}`,
            action: number % 1_000 === 0 ? ('failed_login' as const) : ('page_view' as const),
            page: 'Email Entry Page',
            ip_address: `10.0.${(number >> 8) & 255}.${number & 255}`,
            location: 'Norway',
            device: 'Chrome on Linux',
            user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
            details: null,
            created_at: start + number * 1_000,
          };
        });
        await trx.insertInto('activity').values(rows).execute();
      }
    });
  }
}

interface Log {
  /** The first page, p50. */
  page(): Promise<number>;
  measure(): Promise<void>;
  stop(): Promise<void>;
}

async function open(entries: number): Promise<Log> {
  const installation = benchInstallation();
  const [admin] = await prepare(installation.config, 1, (db) => insertEntries(db, entries));
  const server = await installation.start();
  const headers = { cookie: admin?.cookie ?? '' };
  const count = entries.toLocaleString('en');
  const p50 = async (query: string) => {
    const times: number[] = [];
    for (let round = 0; round < 41; round += 1)
      times.push((await fetched(`${server.url}/api/admin/activity?${query}`, { headers })).ms);
    return median(times);
  };
  await p50('');
  return {
    page: () => p50(''),
    async measure() {
      figure(`${count} entries: only failed attempts, p50`, await p50('filter=failed'), 'ms', { most: 50 });
      figure(`${count} entries: search for what is not there, p50`, await p50('q=nowhere'), 'ms', { most: 50 });
      const began = performance.now();
      const { body } = await fetch(`${server.url}/api/admin/activity.csv`, { headers });
      let lines = 0;
      for await (const chunk of body ?? []) lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1;
      if (lines < entries) throw new Error(`Only ${lines} lines were exported.`);
      figure(`${count} entries: exported as CSV in`, (performance.now() - began) / 1000, 's');
      figure(`${count} entries: memory at most, with the export`, memoryOf(server.pid, 'most'), 'MB', {
        most: MEMORY_GOALS.used,
      });
    },
    async stop() {
      await server.stop();
      installation.remove();
    },
  };
}

const few = await open(FEW);
const many = await open(MANY);
await repeatedly(async () => {
  const limit = await few.page();
  beside(
    `first page of ${MANY.toLocaleString('en')} entries beside the one of ${FEW.toLocaleString('en')}, p50`,
    await many.page(),
    limit,
    'ms',
    { most: 1.2 },
  );
  await many.measure();
});
await few.stop();
await many.stop();
hangUp();

/** The activity log with ten thousand entries and with a million: reading, searching, exporting. */
import { readFileSync } from 'node:fs';
import { newId } from '../server/db/ids.ts';
import type { Db } from '../server/db/tables.ts';
import { figure, percentile } from './figures.ts';
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
            action: number % 1_000 === 0 ? 'failed_login' : 'page_view',
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

const memory = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function measure(entries: number): Promise<number> {
  const installation = benchInstallation();
  const [admin] = await prepare(installation.config, 1, (db) => insertEntries(db, entries));
  const server = await installation.start();
  const headers = { cookie: admin?.cookie ?? '' };
  const count = entries.toLocaleString('en');
  const p50 = async (query: string) => {
    const times: number[] = [];
    for (let round = 0; round < 41; round += 1) {
      const began = performance.now();
      await (await fetch(`${server.url}/api/admin/activity?${query}`, { headers })).text();
      times.push(performance.now() - began);
    }
    return percentile(
      times.sort((one, other) => one - other),
      0.5,
    );
  };
  try {
    await p50('');
    const page = await p50('');
    figure(`${count} entries: first page, p50`, page, 'ms');
    figure(`${count} entries: only failed attempts, p50`, await p50('filter=failed'), 'ms', { most: 50 });
    figure(`${count} entries: search for what is not there, p50`, await p50('q=nowhere'), 'ms', { most: 50 });
    const before = memory(server.pid);
    const began = performance.now();
    const { body } = await fetch(`${server.url}/api/admin/activity.csv`, { headers });
    let lines = 0;
    for await (const chunk of body ?? []) lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1;
    figure(
      `${count} entries: exported (${lines.toLocaleString('en')} lines) in`,
      (performance.now() - began) / 1000,
      's',
    );
    figure(`${count} entries: memory at most, ${before.toFixed(0)} MB before the export`, memory(server.pid), 'MB');
    return page;
  } finally {
    await server.stop();
    installation.remove();
  }
}

const few = await measure(FEW);
const many = await measure(MANY);
figure(`first page beside the one of ${FEW.toLocaleString('en')} entries`, many / few, '×', { most: 1.2 });

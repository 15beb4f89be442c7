/** The bus with many processes: the delay until the others hear a message, and the cost for both sides. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../../server/db/transact.ts';
import type { Topic } from '../../server/live/bus.ts';
import { Replica } from '../../server/live/replica.ts';
import { percentile } from '../figures.ts';
import { type LightProcess, openCrowd, quiet } from './crowd.ts';
import type { ScalingPostgres } from './postgres.ts';
import type { Cell } from './tables.ts';

export const LISTENERS = [2, 10, 25, 50];
const RATES = [50, 500, 2_000];
const SECONDS = 3;
/** Messages that take longer count as late and are not waited for. */
const LAST_ONES_WITHIN_MS = 10_000;
const TOPIC: Topic = 'guest-mail-changed';

const sorted = (times: number[]) => times.sort((one, other) => one - other);

/** The highest sampled usage of the server's notification queue. */
function watchQueue(owner: pg.Client) {
  let fullest = 0;
  let looking = true;
  const done = (async () => {
    while (looking) {
      const { rows } = await owner.query('select pg_notification_queue_usage() as part');
      fullest = Math.max(fullest, rows[0].part);
      await pause(100);
    }
  })();
  return async () => {
    looking = false;
    await done;
    return fullest;
  };
}

/** Publishes messages at a fixed total rate, by each process in turn; all others hear each message. */
async function say(crowd: readonly LightProcess[], perSecond: number, seconds: number) {
  const saidAt = new Map<string, number>();
  const times: number[] = [];
  for (const { bus } of crowd)
    bus.subscribe(TOPIC, (id) => times.push(performance.now() - (saidAt.get(id) ?? Number.NaN)));
  const began = performance.now();
  let said = 0;
  while (performance.now() - began < seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    for (; said < due; said += 1) {
      const id = `guest-with-an-id-of-usual-length-${said}`;
      saidAt.set(id, performance.now());
      crowd[said % crowd.length]?.bus.publish(TOPIC, id);
    }
    await pause(2);
  }
  const expected = said * crowd.length;
  const deadline = performance.now() + LAST_ONES_WITHIN_MS;
  while (times.length < expected && performance.now() < deadline) await pause(10);
  const seconds_ = (performance.now() - began) / 1_000;
  // A process hears itself at once, which says nothing.
  const others = sorted(times).slice(said);
  return { said, others, missed: expected - times.length, seconds: seconds_ };
}

/** Messages published after the commit, in batches. */
export async function told(postgres: ScalingPostgres): Promise<Cell[][]> {
  const lines: Cell[][] = [];
  for (const count of LISTENERS) {
    for (const rate of RATES) {
      const url = await postgres.fresh();
      const { crowd, close } = await openCrowd(url, count);
      await say(crowd, 50, 0.5);
      await postgres.forget();
      const queue = watchQueue(postgres.owner);
      const [node, server] = [process.cpuUsage(), postgres.cpu()];
      const { said, others, missed } = await say(crowd, rate, SECONDS);
      const spent = process.cpuUsage(node);
      const serverMs = postgres.cpu() - server;
      const { calls } = await postgres.counted(url, '%pg_notify%');
      lines.push([
        count,
        rate,
        Math.round(calls / SECONDS),
        (said / calls).toFixed(1),
        percentile(others, 0.5).toFixed(0),
        percentile(others, 0.99).toFixed(0),
        missed,
        (serverMs / calls).toFixed(2),
        ((spent.user + spent.system) / (calls * count)).toFixed(0),
        `${((await queue()) * 100).toFixed(3)} %`,
      ]);
      await close();
    }
  }
  return lines;
}

/** A commit that notifies waits its turn: PostgreSQL runs such commits one by one. */
export async function commits(postgres: ScalingPostgres): Promise<Cell[][]> {
  const lines: Cell[][] = [];
  for (const count of LISTENERS) {
    const url = await postgres.fresh();
    const { crowd, close } = await openCrowd(url, count);
    const run = async (tells: boolean) => {
      const times: number[] = [];
      const end = performance.now() + SECONDS * 1_000;
      const one = async ({ db, bus }: LightProcess, index: number) => {
        const name = `writer-${index}`;
        await db
          .insertInto('settings')
          .values({ name, value: '0' })
          .onConflict((row) => row.doNothing())
          .execute();
        for (let value = 0; performance.now() < end; value += 1) {
          const began = performance.now();
          await inTransaction(db, async (trx) => {
            await trx
              .updateTable('settings')
              .set({ value: String(value) })
              .where('name', '=', name)
              .execute();
            if (tells) await bus.publishIn(trx, TOPIC, `${name}-${value}`);
          });
          times.push(performance.now() - began);
        }
      };
      await Promise.all(crowd.map(one));
      return { perSecond: times.length / SECONDS, p99: percentile(sorted(times), 0.99) };
    };
    const plain = await run(false);
    const telling = await run(true);
    lines.push([
      count,
      Math.round(plain.perSecond),
      plain.p99.toFixed(0),
      Math.round(telling.perSecond),
      telling.p99.toFixed(0),
    ]);
    await close();
  }
  return lines;
}

/** One change, which every process rereads. */
export async function replicas(postgres: ScalingPostgres): Promise<Cell[][]> {
  const CHANGES = 50;
  const lines: Cell[][] = [];
  for (const count of LISTENERS) {
    const url = await postgres.fresh();
    const { crowd, close } = await openCrowd(url, count);
    const known = crowd.map(() => -1);
    const kept = crowd.map(({ db, bus }, index) => {
      const load = async () => {
        const row = await db.selectFrom('settings').select('value').where('name', '=', 'shared').executeTakeFirst();
        known[index] = Number(row?.value ?? -1);
      };
      return new Replica({ bus, log: quiet, what: 'the value', topic: 'settings-changed', load });
    });
    const first = crowd[0] as LightProcess;
    await first.db.insertInto('settings').values({ name: 'shared', value: '-1' }).execute();
    await postgres.forget();
    const times: number[] = [];
    const server = postgres.cpu();
    for (let value = 0; value < CHANGES; value += 1) {
      const began = performance.now();
      await inTransaction(first.db, async (trx) => {
        await trx
          .updateTable('settings')
          .set({ value: String(value) })
          .where('name', '=', 'shared')
          .execute();
        await kept[0]?.changed(trx, 'shared');
      });
      const deadline = performance.now() + LAST_ONES_WITHIN_MS;
      while (known.some((one) => one < value) && performance.now() < deadline) await pause(1);
      times.push(performance.now() - began);
    }
    const reads = await postgres.counted(url, 'select%from "settings"%');
    sorted(times);
    lines.push([
      count,
      percentile(times, 0.5).toFixed(0),
      percentile(times, 0.99).toFixed(0),
      Math.round(reads.calls / CHANGES),
      ((postgres.cpu() - server) / CHANGES).toFixed(1),
    ]);
    await Promise.all(kept.map((replica) => replica.close()));
    await close();
  }
  return lines;
}

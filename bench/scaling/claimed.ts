/**
 * The outbox with many processes: how fast they empty it together, their wasted work, and the dead rows left behind.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { systemClock } from '../../server/clock.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { groupCommit } from '../../server/db/group-commit.ts';
import type { Db } from '../../server/db/tables.ts';
import { defineJob } from '../../server/delivery/job.ts';
import { createOutbox } from '../../server/delivery/outbox.ts';
import { openCrowd, quiet } from './crowd.ts';
import { databaseOf, type ScalingPostgres, SECRET_KEY } from './postgres.ts';
import type { Cell } from './tables.ts';
import { LISTENERS } from './told.ts';

const MESSAGES = 4_000;
/** The time of a nearby mail server. */
const SENDING_MS = 20;
/** Emails not sent by then are not waited for; the figures cover this time. */
const AT_MOST_MS = 15_000;
const HOUR_MS = 60 * 60_000;
const mail = defineJob('mail', z.object({ text: z.string() }), ({ text }) => text);

interface Case {
  readonly name: string;
  readonly messages: number;
  readonly perMinute: number;
  readonly atMostMs: number;
}

const CASES: readonly Case[] = [
  { name: 'nothing to send', messages: 0, perMinute: 300, atMostMs: 5_000 },
  { name: 'as fast as it goes', messages: MESSAGES, perMinute: 100_000, atMostMs: AT_MOST_MS },
  { name: 'far more than 300 a minute', messages: MESSAGES, perMinute: 300, atMostMs: 8_000 },
];

const keys = keysFrom(SECRET_KEY);

const outboxOf = (db: Db, perMinute: number, send: (recipient: string, message: string, id: string) => Promise<void>) =>
  createOutbox({
    db,
    reader: db,
    commit: groupCommit(db, 3),
    clock: systemClock,
    keys,
    log: quiet,
    severalProcesses: true,
    channel: 'mail',
    jobs: [mail],
    perMinute,
    send,
  });

/** A database with waiting emails. */
async function filled(postgres: ScalingPostgres, messages: number): Promise<string> {
  const url = await postgres.fresh();
  const { crowd, close } = await openCrowd(url, 1);
  const { db } = crowd[0] as (typeof crowd)[number];
  // Nothing is sent while it is filled.
  const outbox = outboxOf(db, 1, () => Promise.reject(new Error('Not now')));
  await outbox.close();
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < messages; index += 1)
      await outbox.put(trx, mail, {
        recipient: `guest${index}@example.com`,
        payload: { text: 'hello' },
        expiresAt: Date.now() + HOUR_MS,
      });
  });
  await close();
  await postgres.ask(url, 'vacuum analyze');
  return url;
}

async function run(postgres: ScalingPostgres, like: string, count: number, given: Case): Promise<Cell[]> {
  const url = await postgres.fresh(like);
  const { crowd, close } = await openCrowd(url, count);
  const sentIds: string[] = [];
  const outboxes: ReturnType<typeof outboxOf>[] = [];
  await postgres.forget();
  const figures = async () => {
    const { rows } = await postgres.owner.query(
      `select xact_commit::int as commits, xact_rollback::int as rollbacks from pg_stat_database where datname = $1`,
      [databaseOf(url)],
    );
    return rows[0] as { commits: number; rollbacks: number };
  };
  const before = await figures();
  const server = postgres.cpu();
  const began = performance.now();
  // Each polls once a second, and they start at different moments.
  const starting = (async () => {
    for (const { db } of crowd) {
      const outbox = outboxOf(db, given.perMinute, async (_recipient, _message, id) => {
        await pause(SENDING_MS);
        sentIds.push(id);
      });
      outboxes.push(outbox);
      outbox.wake();
      await pause(1_000 / count);
    }
  })();
  let looks = 0;
  let waiting = 0;
  while (performance.now() - began < given.atMostMs && (given.messages === 0 || sentIds.length < given.messages)) {
    const { rows } = await postgres.owner.query(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    looks += 1;
    waiting += rows[0].count;
    await pause(50);
  }
  const seconds = (performance.now() - began) / 1_000;
  const serverMs = postgres.cpu() - server;
  const claims = await postgres.counted(url, 'update "outbox" set "state"%attempts + $%');
  const all = await postgres.counted(url);
  const ids = [...sentIds];
  const sent = ids.length;
  await starting;
  await Promise.all(outboxes.map((outbox) => outbox.close()));
  const after = await figures();
  const [size] = (await postgres.ask(url, `select pg_indexes_size('outbox')::int as indexes`)) as [{ indexes: number }];
  await close();
  return [
    given.name,
    count,
    Math.round(sent / seconds),
    sent - new Set(ids).size,
    Math.round(all.calls / seconds),
    Math.round(claims.calls / seconds),
    sent === 0 ? '–' : (claims.rows / sent).toFixed(2),
    Math.round((after.rollbacks - before.rollbacks) / seconds),
    (waiting / Math.max(1, looks)).toFixed(1),
    `${(serverMs / seconds / 10).toFixed(0)} %`,
    `${(size.indexes / 1024).toFixed(0)} kB`,
  ];
}

export async function claimed(postgres: ScalingPostgres): Promise<Cell[][]> {
  const lines: Cell[][] = [];
  for (const one of CASES) {
    const like = await filled(postgres, one.messages);
    for (const count of LISTENERS) lines.push(await run(postgres, like, count, one));
  }
  return lines;
}

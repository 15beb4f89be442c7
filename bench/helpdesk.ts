/**
 * Every fifth guest gets stuck, each in another way, and three admins take the top of the list: is every stuck guest
 * seen in time with the right reason, and no other? The portal's clock runs faster than real time, its timers do not.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Guest } from '../contract/guests/guests.ts';
import { STUCK_REASONS } from '../contract/guests/stuck.rules.ts';
import { fetched, hangUp } from '../scripts/ask.ts';
import { bothDatabases } from './abuse/databases.ts';
import type { Database } from './abuse/portal.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { scriptedAdmin } from './helpdesk/admin.ts';
import { openDesk } from './helpdesk/desk.ts';
import { ScriptedGuest } from './helpdesk/guest.ts';

const GUESTS = Number(process.env.BENCH_GUESTS ?? 300);
const EVERY_STUCK = 5;
const ADMINS = 3;
/** Seconds of the portal's clock: enough for even an expired code to be helped. */
const LASTS_S = 480;
/** Tolerance for a list that was already on its way. */
const LATE_MS = 2_000;
/** A guest's times are only as exact as its answers. */
const INEXACT_MS = 100;

async function round(database: Database): Promise<void> {
  const desk = await openDesk(database, ADMINS);
  const { paths } = JSON.parse((await fetched(`${desk.url}/api/openapi.json`)).text);
  const reasons = STUCK_REASONS.filter((reason) => reason !== 'asked_for_help' || '/api/guest/help' in paths);
  const guests = Array.from({ length: GUESTS }, (_, index) => new ScriptedGuest(desk, index));
  const byAddress = new Map(guests.map((guest) => [guest.ip, guest]));
  const waits = new Map<string, number>();
  const faults = new Set<string>();
  let unexpected = 0;

  /** Compares what one admin saw with what the guests know of themselves. */
  const listed = (shown: readonly Guest[]) => {
    const now = performance.now();
    for (const { ipAddress, stuck } of shown) {
      const guest = byAddress.get(ipAddress);
      const expected = guest?.stuck ?? null;
      const isFineAgain = guest?.fineAt != null && now > guest.fineAt + LATE_MS;
      if (expected === null || isFineAgain || now < expected.at - INEXACT_MS) {
        unexpected += 1;
        faults.add(`${ipAddress} listed as ${stuck?.reason}, ${isFineAgain ? 'fine again' : expected?.reason}`);
      } else if (!waits.has(ipAddress)) {
        waits.set(ipAddress, Math.max(0, now - expected.at));
        if (stuck?.reason !== expected.reason) faults.add(`${ipAddress}: ${stuck?.reason} for ${expected.reason}`);
      }
    }
  };

  const end = performance.now() + desk.realMs(LASTS_S);
  const stuckOnes = guests.filter((_, index) => index % EVERY_STUCK === 1);
  const over = () => performance.now() >= end || stuckOnes.every(({ fineAt }) => fineAt !== null);
  const taken = new Set<string>();
  const admins = desk.admins.map((session) => scriptedAdmin({ desk, session, taken, listed, over }));
  await Promise.all([
    ...admins,
    ...guests.map((guest, index) => {
      if (index % EVERY_STUCK !== 1) return guest.succeed(over);
      const reason = reasons[Math.floor(index / EVERY_STUCK) % reasons.length] as (typeof reasons)[number];
      return guest.getStuck(reason, over);
    }),
  ]);
  await pause(100);

  const times = [...waits.values()].sort((one, other) => one - other);
  const right =
    stuckOnes.filter(({ ip }) => waits.has(ip)).length - [...faults].filter((one) => / for /.test(one)).length;
  for (const fault of faults) process.stderr.write(`  ${fault}\n`);
  const name = (what: string) => `${GUESTS} guests, ${ADMINS} admins: ${what}, ${database.name}`;
  const count = stuckOnes.length;
  figure(name(`stuck guests listed with the right one of ${reasons.length} reasons (of ${count})`), right, '', {
    least: count,
  });
  figure(name('from being stuck to being listed, p50'), percentile(times, 0.5), 'ms');
  figure(name('from being stuck to being listed, longest'), times.at(-1) ?? Number.NaN, 'ms', { most: LATE_MS });
  figure(name('lines about guests who are fine'), unexpected, '', { most: 0 });
  figure(name('stuck guests whom nobody helped'), stuckOnes.filter(({ fineAt }) => fineAt === null).length, '', {
    most: 0,
  });
  await desk.close();
}

const { databases, stop } = await bothDatabases();
try {
  await repeatedly(async () => {
    for (const database of databases) await round(database);
  });
} finally {
  hangUp();
  await stop();
}

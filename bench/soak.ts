/**
 * What people do in an hour, as fast as it goes, and then for half an hour at half of that pace, on both databases: what memory
 * a process has afterwards, and whether it goes on growing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hangUp } from '../scripts/ask.ts';
import { LIMITS } from '../server/limits/limits.ts';
import { bothDatabases } from './abuse/databases.ts';
import { after, type Database } from './abuse/portal.ts';
import { figure } from './figures.ts';
import { memoryOf } from './memory-of.ts';
import { visit } from './soak/guest.ts';
import { sampleMemory } from './soak/memory-over-time.ts';
import { exportFile, look, watch } from './soak/staff.ts';
import { openTown, type Town } from './soak/town.ts';
import { signIn } from './soak/user.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const OPERATIONS = Number(process.env.SOAK_OPERATIONS ?? 10_000);
const AT_ONCE = 24;
/** Whoever would come when so many are there already is not let in: the machine is slower than it was. */
const IN_FLIGHT_MAX = 2_000;
/** Until then caches fill and code is compiled; of a short run it is a sixth. */
const SETTLES_MS = Math.min(5, MINUTES / 6) * 60_000;
/** After that it is quiet, and the process has noticed. */
const REST_MS = 30_000;
const EVERY_EXPORT = 1_000;
/**
 * Who was here before, at full pace: as after any day nothing that is remembered has room to grow, and no page of the heap is as
 * tidy as after a start. Half of them are guests. Most of those are needed for the mails of the last hour, which are counted
 * by network and by wide network; guests themselves are 10,000.
 */
const BEFORE = 2 * LIMITS.emailTurns.kept.keys;

/** Of ten who come five are guests, two sign in and three are staff who open a list; now and then one takes a file. */
async function operation(town: Town, index: number): Promise<void> {
  if (index % EVERY_EXPORT === EVERY_EXPORT - 1) return exportFile(town, Math.floor(index / EVERY_EXPORT));
  const kind = index % 10;
  // Each kind counts by itself, so that none of them sees only every tenth of its own lists.
  const turn = Math.floor(index / 10) * 5 + (kind % 5);
  if (kind < 5) return visit(town, turn);
  return kind < 7 ? signIn(town, turn) : look(town, turn);
}

/** Does it and tells whether it worked; the first of each kind of failure is shown. */
function attempts(town: Town) {
  const seen = new Set<string>();
  let failed = 0;
  return {
    failed: () => failed,
    one: (index: number) =>
      operation(town, index).catch((error: Error) => {
        failed += 1;
        if (!seen.has(error.message)) process.stderr.write(`  ${error.message}\n`);
        seen.add(error.message);
      }),
  };
}

async function asFastAsItGoes(count: number, one: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await one(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** An hour's work as fast as it goes. Answers how much of it is done in a second. */
async function busyHour(database: Database): Promise<number> {
  const town = await openTown(database);
  try {
    const { one, failed } = attempts(town);
    const began = performance.now();
    let isOver = false;
    const watching = watch(town, () => isOver);
    await asFastAsItGoes(OPERATIONS, one);
    const rate = OPERATIONS / ((performance.now() - began) / 1000);
    isOver = true;
    await watching;
    await pause(REST_MS);
    const name = (what: string) => `a busy hour (${OPERATIONS.toLocaleString('en')} people), ${database.name}: ${what}`;
    figure(name('people a second'), rate, '/s');
    figure(name('whose wish failed'), failed(), '', { most: 0 });
    figure(name('memory afterwards'), memoryOf(town.pid, 'now'), 'MB', { most: 150 });
    figure(name('memory at most'), memoryOf(town.pid, 'most'), 'MB');
    return rate;
  } finally {
    await town.close();
  }
}

async function soak(database: Database, rate: number): Promise<void> {
  const town = await openTown(database);
  try {
    const { one, failed } = attempts(town);
    let isOver = false;
    const watching = watch(town, () => isOver);
    await asFastAsItGoes(BEFORE, one);
    town.slowDown();
    const running = new Set<Promise<void>>();
    const memory = sampleMemory(town.pid);
    const isTimeOver = after(MINUTES * 60);
    const began = performance.now();
    for (let index = BEFORE; !isTimeOver(); await pause(20)) {
      const due = BEFORE + ((performance.now() - began) / 1000) * rate;
      for (; index < due && running.size < IN_FLIGHT_MAX; index += 1) {
        const person = one(index).then(() => void running.delete(person));
        running.add(person);
      }
    }
    memory.stop();
    const name = (what: string) => `${MINUTES} minutes at half of it, ${database.name}: ${what}`;
    const slope = memory.hourlySlopeAfter(SETTLES_MS);
    figure(name('memory grows in an hour by'), slope, 'MB', { most: 2 });
    figure(name('memory at the end'), memoryOf(town.pid, 'now'), 'MB', { most: 150 });
    figure(name('memory at most'), memoryOf(town.pid, 'most'), 'MB');
    await Promise.all(running);
    isOver = true;
    await watching;
    figure(name('people whose wish failed'), failed(), '', { most: 0 });
    await pause(REST_MS);
    figure(name('memory when it is quiet again'), memoryOf(town.pid, 'now'), 'MB');
  } finally {
    await town.close();
  }
}

const { databases, stop } = await bothDatabases();
try {
  for (const database of databases) {
    const rate = await busyHour(database);
    if (MINUTES > 0) await soak(database, rate / 2);
  }
} finally {
  hangUp();
  await stop();
}

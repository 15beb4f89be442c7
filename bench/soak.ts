/**
 * An hour of work at full speed, then half an hour at half that pace, on both databases: how much memory does a process
 * hold afterwards, and does it keep growing?
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hangUp } from '../scripts/ask.ts';
import { LIMITS } from '../server/limits/limits.ts';
import { bothDatabases } from './abuse/databases.ts';
import { after, type Database } from './abuse/portal.ts';
import { figure } from './figures.ts';
import { MEMORY_GOALS, memoryOf } from './memory-of.ts';
import { visit } from './soak/guest.ts';
import { sampleMemory } from './soak/memory-over-time.ts';
import { exportFile, look, watch } from './soak/staff.ts';
import { openTown, type Town } from './soak/town.ts';
import { signIn } from './soak/user.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const OPERATIONS = Number(process.env.SOAK_OPERATIONS ?? 10_000);
const AT_ONCE = 24;
/** Visitors beyond this number are turned away: the machine has become slower. */
const IN_FLIGHT_MAX = 2_000;
/** Until then caches fill and code is compiled; a sixth of a short run. */
const SETTLES_MS = Math.min(5, MINUTES / 6) * 60_000;
/** An idle phase, long enough for the process to notice. */
const REST_MS = 30_000;
const EVERY_EXPORT = 1_000;
/**
 * Visitors at full speed before the measurement, so that all caches are full and the heap is fragmented, as after any
 * day. Half of them are guests. Most are needed to fill the email counts of the last hour, kept by network and wide
 * network; of guests themselves 10,000 are kept.
 */
const BEFORE = 2 * LIMITS.emailTurns.kept.keys;

/**
 * Of ten visitors five are guests, two sign in and three are staff who open a list; occasionally one exports a file.
 */
async function operation(town: Town, index: number): Promise<void> {
  if (index % EVERY_EXPORT === EVERY_EXPORT - 1) return exportFile(town, Math.floor(index / EVERY_EXPORT));
  const kind = index % 10;
  // Each kind has its own counter, so that it visits all of its lists.
  const turn = Math.floor(index / 10) * 5 + (kind % 5);
  if (kind < 5) return visit(town, turn);
  return kind < 7 ? signIn(town, turn) : look(town, turn);
}

/** Runs an operation and counts failures; the first of each kind is printed. */
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

/** An hour's work at full speed. Returns the operations per second. */
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
    figure(name('memory afterwards'), memoryOf(town.pid, 'now'), 'MB', { most: MEMORY_GOALS.used });
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
    figure(name('memory at the end'), memoryOf(town.pid, 'now'), 'MB', { most: MEMORY_GOALS.pressed });
    figure(name('memory at most'), memoryOf(town.pid, 'most'), 'MB');
    await Promise.all(running);
    isOver = true;
    await watching;
    figure(name('people whose wish failed'), failed(), '', { most: 0 });
    await pause(REST_MS);
    figure(name('memory when it is quiet again'), memoryOf(town.pid, 'now'), 'MB', { most: MEMORY_GOALS.used });
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

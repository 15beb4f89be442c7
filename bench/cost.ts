/**
 * What one operation costs: processor time of the server and of PostgreSQL; and how many a second there are.
 * `--beside=<commit>` measures that version in turns with this one, and `--profile` prints the dearest functions instead.
 */
import { isWanted } from './abuse/databases.ts';
import { OPERATIONS, type Operation } from './cost/operations.ts';
import { otherVersion } from './cost/other-version.ts';
import { profiled } from './cost/profile.ts';
import { AT_ONCE, type Cost, type DatabaseName, type Side, startSide } from './cost/side.ts';
import { figure, repeatedly } from './figures.ts';
import { type Mails, startMails } from './mails.ts';

const { BENCH_BESIDE: commit, BENCH_PROFILE: profile } = process.env;
const DATABASES: readonly DatabaseName[] = ['SQLite', 'PostgreSQL'];
/** Of an operation's count, for the just-in-time compiler. */
const WARM_UP_PART = 1 / 2;
/** And before each measurement: an idle process saves memory for up to a second longer. */
const LEAD_IN_PART = 1 / 10;
/** Of a round. Its figure is the lowest: what else the machine does only adds to the time. */
const TURNS = 4;

const MEMORY = [
  ['now', 'after these operations'],
  ['most', 'at most'],
] as const;

async function unmeasured(side: Side, { count, prepare }: Operation, part: number): Promise<void> {
  const work = await prepare(side, Math.ceil(count * part));
  await work.run();
  await work.end?.();
}

async function costOf(side: Side, operation: Operation): Promise<Cost> {
  await unmeasured(side, operation, LEAD_IN_PART);
  const { prepare, without } = operation;
  const count = Math.ceil(operation.count / TURNS);
  const work = await prepare(side, count);
  const cost = await side.costOf(count, work.run);
  await work.end?.();
  if (without === undefined) return cost;
  const less = await side.costOf(count, (await without(side, count)).run);
  return {
    server: cost.server - less.server,
    hashing: cost.hashing - less.hashing,
    database: cost.database - less.database,
    passed: cost.passed,
  };
}

const lowest = (one: Cost, other: Cost | undefined): Cost => ({
  server: Math.min(one.server, other?.server ?? Infinity),
  hashing: Math.min(one.hashing, other?.hashing ?? Infinity),
  database: Math.min(one.database, other?.database ?? Infinity),
  passed: Math.min(one.passed, other?.passed ?? Infinity),
});

const perSecond = ({ passed }: Cost) => 1e6 / passed;

async function compare(database: DatabaseName, now: Side, before: Side | null): Promise<void> {
  await repeatedly(async () => {
    for (const operation of OPERATIONS) {
      const costs = new Map<Side | null, Cost>();
      for (let turn = 0; turn < TURNS; turn += 1) {
        // Each first in every other turn, so that a change of the machine's speed affects both.
        const sides = turn % 2 === 0 ? [now, before] : [before, now];
        for (const side of sides)
          if (side !== null) costs.set(side, lowest(await costOf(side, operation), costs.get(side)));
      }
      const cost = costs.get(now) as Cost;
      const old = costs.get(before);
      const name = (whose: string) => `${operation.name}, ${database}: ${whose}`;
      figure(name('server'), cost.server, 'µs', undefined, old?.server);
      if (database === 'PostgreSQL') figure(name('database'), cost.database, 'µs', undefined, old?.database);
      if (operation.name.startsWith('sign-in') && database === 'SQLite')
        figure('the hash of a sign-in', cost.hashing, 'µs', undefined, old?.hashing);
      figure(name('rate'), perSecond(cost), '/s', undefined, old && perSecond(old));
    }
    for (const [which, when] of MEMORY)
      figure(`memory ${when}, ${database}`, now.memory(which), 'MB', undefined, before?.memory(which));
  });
}

async function printProfiles(database: DatabaseName, side: Side): Promise<void> {
  for (const { name, count, prepare } of OPERATIONS) {
    const work = await prepare(side, count);
    await profiled(side.inspector as number, `${name}, ${database}`, work.run);
    await work.end?.();
  }
}

async function measure(database: DatabaseName, mails: Mails, otherDir: string | null): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const dir of ['.', ...(otherDir === null ? [] : [otherDir])]) {
      const side = await startSide(database, mails, dir, profile !== undefined);
      sides.push(side);
      for (const operation of OPERATIONS) await unmeasured(side, operation, WARM_UP_PART);
    }
    const [now, before = null] = sides as [Side, Side?];
    if (profile === undefined) await compare(database, now, before);
    else await printProfiles(database, now);
  } finally {
    for (const side of sides) await side.stop();
  }
}

process.stderr.write(`  ${AT_ONCE} requests at once\n`);
const otherDir = commit === undefined || profile !== undefined ? null : otherVersion(commit);
const mails = await startMails();
try {
  for (const database of DATABASES) if (isWanted(database)) await measure(database, mails, otherDir);
} finally {
  await mails.stop();
}

/** Whole verifications at a fixed rate: page, code, real email, code entered. Guests come from many networks. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type OwnPostgres, startOwnPostgres } from '../scripts/test-postgres.ts';
import { ARGON2ID } from '../server/passwords/hasher.ts';
import { isWanted } from './abuse/databases.ts';
import { browserOf } from './browser-of.ts';
import { figure } from './figures.ts';
import { LeanClient } from './lean-client.ts';
import { type Mails, startMails } from './mails.ts';
import { memoryOf } from './memory-of.ts';
import { processorOf, processorOfFamily } from './processor-of.ts';
import { type BenchServer, benchInstallation } from './servers.ts';
import { CodeLost, type Portal, TYPES_FOR_MS, verify } from './verification/guest.ts';
import { Course, STEPS } from './verification/waits.ts';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const RATE = Number(process.env.BENCH_RATE ?? 300);
const AT_ONCE = 600;
const WARM_UP_SECONDS = 20;
/** After the last arrival. */
const FINISH_WITHIN_MS = 90_000;
const GOAL_MS = 100;

/** At usual settings so many emails and rows of strangers would be delayed. */
const ENVIRONMENT = { TRUST_PROXY: '127.0.0.1', MAIL_RATE: '100000', ROW_BUDGET: '1000000000' };
const SETTINGS = {
  rate: RATE,
  minutes: MINUTES,
  atOnce: AT_ONCE,
  typesForMs: TYPES_FOR_MS,
  /** The 15 seconds of the page cost the server nothing. */
  waitsForProcessing: false,
  /** Browsers and proxies keep them. */
  loadsAssets: false,
  cores: cpus().length,
  processor: cpus()[0]?.model.trim() || process.arch,
  hash: ARGON2ID,
  environment: ENVIRONMENT,
};

let people = 0;

/** Guests arrive evenly; while too many are there, the next ones wait outside. Returns how many came. */
async function arrivals(portal: Portal, course: Course, rate: number, seconds: number) {
  const present = new Set<Promise<void>>();
  let came = 0;
  let done = 0;
  let lost = 0;
  const one = async (person: number) => {
    try {
      await verify(portal, { headers: browserOf(person), email: `guest${person}@example.com` }, course.took);
      done += 1;
    } catch (error) {
      if (error instanceof CodeLost) lost += 1;
      course.failed((error as Error).message);
    }
  };
  const began = performance.now();
  for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1_000) {
    const due = Math.floor(passed * rate);
    for (; came < due && present.size < AT_ONCE; came += 1) {
      people += 1;
      const guest = one(people).then(() => void present.delete(guest));
      present.add(guest);
    }
    await pause(2);
  }
  await Promise.race([Promise.all(present), pause(FINISH_WITHIN_MS)]);
  for (const _ of present) course.failed('not finished');
  return { came, done, lost, seconds: (performance.now() - began) / 1_000 };
}

interface Place {
  readonly name: string;
  readonly processes: number;
  readonly postgres: OwnPostgres | null;
}

async function measure({ name, processes, postgres }: Place, mails: Mails) {
  const installation = benchInstallation({
    ...(postgres && { DATABASE_URL: postgres.url }),
    SMTP_URL: mails.url,
    ...ENVIRONMENT,
  });
  const servers: BenchServer[] = [];
  for (let index = 0; index < processes; index += 1) servers.push(await installation.start());
  const doors = servers.map(({ port }) => ({ port, client: new LeanClient(port) }));
  let turn = 0;
  const portal: Portal = {
    mails,
    next() {
      turn += 1;
      return doors[turn % doors.length] as (typeof doors)[number];
    },
  };
  const processor = () => ({
    server: servers.reduce((sum, { pid }) => sum + processorOf(pid), 0),
    database: postgres === null ? 0 : processorOfFamily(postgres.pid),
    generator: processorOf(process.pid),
    mailServer: processorOf(mails.pid),
  });
  try {
    await arrivals(portal, new Course(), RATE / 2, WARM_UP_SECONDS);
    const course = new Course();
    const twice = mails.sentTwice();
    const before = processor();
    const { came, done, lost, seconds } = await arrivals(portal, course, RATE, MINUTES * 60);
    const after = processor();
    const waits = course.all();
    const used = (whose: keyof typeof after) => after[whose] - before[whose];
    const result = {
      name,
      offered: Math.floor(RATE * MINUTES * 60),
      came,
      done,
      codesLost: lost,
      emailsSentTwice: mails.sentTwice() - twice,
      failures: Object.fromEntries(course.failures),
      perSecond: done / seconds,
      perCoreSecond: done / (used('server') + used('database')),
      coresUsed: {
        server: used('server') / seconds,
        database: used('database') / seconds,
        generator: used('generator') / seconds,
        mailServer: used('mailServer') / seconds,
      },
      memoryMB: servers.map(({ pid }) => ({ now: memoryOf(pid, 'now'), most: memoryOf(pid, 'most') })),
      waits,
      minutes: course.minutes(),
    };
    return result;
  } finally {
    for (const { client } of doors) client.close();
    for (const server of servers) await server.stop();
    installation.remove();
  }
}

type Result = Awaited<ReturnType<typeof measure>>;

function report({ name, offered, came, done, codesLost, emailsSentTwice, failures, ...rest }: Result): void {
  const { perSecond, perCoreSecond, coresUsed, memoryMB, waits } = rest;
  const row = (what: string) => `${name}: ${what}`;
  figure(row('whole verifications'), perSecond, '/s', { least: RATE * 0.99 });
  figure(row('whole verifications in a second of a core'), perCoreSecond, '/s');
  for (const step of STEPS) {
    figure(row(`${step}, p50`), waits[step].p50, 'ms');
    figure(row(`${step}, p95`), waits[step].p95, 'ms', { most: GOAL_MS });
    figure(row(`${step}, p99`), waits[step].p99, 'ms');
  }
  figure(row('verifications that failed'), came - done, '', { most: 0 });
  figure(row('codes lost'), codesLost, '', { most: 0 });
  figure(row('emails sent twice'), emailsSentTwice, '', { most: 0 });
  for (const [whose, cores] of Object.entries(coresUsed)) figure(row(`processor, ${whose}`), cores, 'cores');
  figure(row('memory now'), Math.max(...memoryMB.map(({ now }) => now)), 'MB');
  figure(row('memory at most'), Math.max(...memoryMB.map(({ most }) => most)), 'MB');
  for (const [why, count] of Object.entries(failures)) process.stderr.write(`    ${count} × ${why}\n`);

  const reached =
    came >= offered * 0.99 ? `all of the ${RATE} offered came in` : `${RATE} were offered, not all came in`;
  const slow = STEPS.filter((step) => !(waits[step].p95 <= GOAL_MS)).map((step) => `${step} ${waits[step].p95} ms`);
  const isFast =
    slow.length === 0 ? `the p95 of each step is at most ${GOAL_MS} ms` : `p95 too long: ${slow.join(', ')}`;
  const lost = came === done ? 'nothing was lost' : `${came - done} of ${came} failed`;
  console.log(`${name}: ${perSecond.toFixed(0)} whole verifications a second (${reached}); ${isFast}; ${lost}.`);
}

async function postgresVersion({ url }: OwnPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return rows[0].server_version;
}

process.stderr.write(`  ${JSON.stringify(SETTINGS)}\n`);
const mails = await startMails();
const results: Result[] = [];
const versions: Record<string, string> = {
  gatehouse: JSON.parse(readFileSync('package.json', 'utf8')).version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  node: process.versions.node,
  sqlite: process.versions.sqlite as string,
};

async function on(place: Omit<Place, 'postgres'>, postgres: OwnPostgres | null): Promise<void> {
  const result = await measure({ ...place, postgres }, mails);
  report(result);
  results.push(result);
}

try {
  if (isWanted('SQLite')) await on({ name: 'SQLite', processes: 1 }, null);
  if (isWanted('PostgreSQL'))
    for (const processes of [1, 2]) {
      const postgres = await startOwnPostgres();
      try {
        versions.postgresql = await postgresVersion(postgres);
        await on({ name: processes === 1 ? 'PostgreSQL' : `PostgreSQL, ${processes} processes`, processes }, postgres);
      } finally {
        await postgres.stop();
      }
    }
} finally {
  await mails.stop();
}
if (process.env.BENCH_SAVE !== undefined) {
  const file = `bench/results/${new Date().toISOString().slice(0, 10)}-verification.json`;
  writeFileSync(file, `${JSON.stringify({ settings: SETTINGS, versions, results }, null, 2)}\n`);
}
// Guests who have not finished keep the process alive.
process.exit();

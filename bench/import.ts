/**
 * The largest files that can be imported: what they cost, how long other requests wait, and when they finish, on both
 * databases.
 */
import { request } from 'node:http';
import pg from 'pg';
import { NAME_MAX } from '../contract/users/users.rules.ts';
import { IMPORT_BYTES_MAX, IMPORT_LINES_MAX } from '../contract/users/users.ts';
import { fetched, hangUp } from '../scripts/ask.ts';
import { startTestPostgres } from '../scripts/test-postgres.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { memoryOf } from './memory-of.ts';
import { type BenchServer, benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const MEGABYTE = 1024 * 1024;
const BYTES = IMPORT_BYTES_MAX - MEGABYTE;
const WARM_UP_MS = 2_000;
/** How long a client stays before it disconnects. */
const STAYS_MS = 3_000;
const PAUSE_MS = 5;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const shortLines = () => Buffer.from(`username\n${'a1234\n'.repeat(Math.floor(BYTES / 6))}`);

/** As many users as allowed, each nearly as long as allowed. */
function longLines(): Buffer {
  const name = 'x'.repeat(NAME_MAX);
  const lines = Array.from(
    { length: IMPORT_LINES_MAX },
    (_, index) =>
      `${`user${index}`.padEnd(90, 'u')},${`user${index}`.padEnd(60, 'e')}@${'d'.repeat(60)}.example.com,${name},${name}`,
  );
  return Buffer.from(`username,email,firstName,lastName\n${lines.join('\n')}`);
}

/** Polls a route without database access. */
function askMeanwhile({ url }: BenchServer) {
  const waits: number[] = [];
  let asking = true;
  const done = (async () => {
    while (asking) {
      waits.push((await fetched(`${url}/api/guest/check-prompt`)).ms);
      await sleep(PAUSE_MS);
    }
  })();
  return async () => {
    asking = false;
    await done;
    return waits.sort((one, other) => one - other);
  };
}

function send(server: BenchServer, cookie: string, file: Buffer, query: string) {
  const sending = request(`${server.url}/api/admin/users/import${query}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', 'content-length': file.length },
  });
  const answered = new Promise<number>((resolve) => {
    sending.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    sending.on('error', () => resolve(0));
  });
  sending.end(file);
  return { answered, leave: () => sending.destroy() };
}

async function importFiles(name: string, env: Record<string, string>): Promise<void> {
  const installation = benchInstallation(env);
  const [admin] = await prepare(installation.config, 1);
  const cookie = admin?.cookie ?? '';
  const server = await installation.start();
  const endWarmUp = askMeanwhile(server);
  await send(server, cookie, Buffer.from('username\na'), '?dryRun=true').answered;
  await sleep(WARM_UP_MS);
  await endWarmUp();

  const measure = async (what: string, file: Buffer, expected: number) => {
    const before = memoryOf(server.pid, 'now');
    const stop = askMeanwhile(server);
    const began = performance.now();
    const status = await send(server, cookie, file, '?dryRun=true').answered;
    if (status !== expected) throw new Error(`${what} was answered with ${status}.`);
    const about = `${what}, ${name}`;
    figure(`${about}: answered in`, (performance.now() - began) / 1_000, 's');
    figure(`${about}: others wait meanwhile, p95`, percentile(await stop(), 0.95), 'ms', { most: 100 });
    figure(`${about}: the process grows by at most`, memoryOf(server.pid, 'most') - before, 'MB', { most: 100 });
  };
  const lines = longLines();
  await measure('63 MiB of short lines', shortLines(), 400);
  await measure('60 MiB of 100,000 lines', lines, 200);

  for (const [what, query] of [
    ['a check', '?dryRun=true'],
    ['an import', ''],
  ] as const) {
    const { answered, leave } = send(server, cookie, lines, query);
    await sleep(STAYS_MS);
    leave();
    await answered;
    const began = performance.now();
    // Rejected while the previous import is running.
    const next = await send(server, cookie, Buffer.from('username\na'), '?dryRun=true').answered;
    const seconds = next === 200 ? (performance.now() - began) / 1_000 : Number.POSITIVE_INFINITY;
    figure(`${what} ends after its client has left, ${name}`, seconds, 's', { most: 1 });
  }
  await server.stop();
  installation.remove();
}

const postgres = await startTestPostgres();
let databases = 0;

async function emptyPostgres(): Promise<Record<string, string>> {
  databases += 1;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database bench${databases}`);
  await client.end();
  return { DATABASE_URL: postgres.url.replace(/\/[^/]*$/, `/bench${databases}`) };
}

try {
  await repeatedly(async () => {
    await importFiles('SQLite', {});
    await importFiles('PostgreSQL', await emptyPostgres());
  });
} finally {
  await postgres.stop();
  hangUp();
}

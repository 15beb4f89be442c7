/**
 * Suspends all users of a large installation at once: how long it takes, and how long other requests wait, on both
 * databases.
 */
import pg from 'pg';
import { fetched, hangUp } from '../scripts/ask.ts';
import { startTestPostgres } from '../scripts/test-postgres.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { adminsAmong, insertManyUsers } from './many-users.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const USERS = Number(process.env.BENCH_USERS ?? 100_000);
/** Clients that send one request after the other, with a pause between them. */
const ASKING = 4;
const THINK_MS = 20;
/** The first requests compile the server's code and start its thread for long reads. */
const WARM_UP_MS = 2_000;

interface Job {
  readonly state: string;
  readonly done: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Records the waiting times of other requests by kind, until `stop` is called. */
function askMeanwhile(url: string, cookie: string) {
  const asked = {
    'list of users': { path: '/api/admin/users', headers: { cookie } },
    'sign-in page': { path: '/api/portal', headers: {} },
    'poll of a guest': { path: '/api/guest/check-prompt', headers: {} },
  };
  const waits = new Map<string, number[]>(Object.keys(asked).map((name) => [name, []]));
  let asking = true;
  const people = Array.from({ length: ASKING }, async () => {
    while (asking)
      for (const [name, { path, headers }] of Object.entries(asked)) {
        waits.get(name)?.push((await fetched(url + path, { headers })).ms);
        await sleep(THINK_MS);
      }
  });
  return async () => {
    asking = false;
    await Promise.all(people);
    return waits;
  };
}

async function suspendEverybody(name: string, env: Record<string, string>): Promise<void> {
  const installation = benchInstallation(env);
  const [admin, other] = await prepare(installation.config, 2, (db, keys) =>
    insertManyUsers(db, keys, { count: USERS, databaseUrl: installation.config.databaseUrl }),
  );
  const server = await installation.start();
  const headers = { cookie: admin?.cookie ?? '' };
  const jobs = `${server.url}/api/admin/bulk-jobs`;
  const about = `${USERS.toLocaleString('en')} users suspended, ${name}`;
  const job = async (): Promise<Job> => JSON.parse((await fetched(jobs, { headers })).text)[0];

  const cookie = other?.cookie ?? '';
  const endWarmUp = askMeanwhile(server.url, cookie);
  await sleep(WARM_UP_MS);
  await endWarmUp();
  const stop = askMeanwhile(server.url, cookie);
  const began = performance.now();
  await fetched(jobs, {
    method: 'POST',
    headers,
    body: { filter: { q: '' }, action: 'status', value: 'suspended' },
  });
  while ((await job()).state === 'running') await sleep(200);
  figure(`${about}: done in`, (performance.now() - began) / 1_000, 's');
  for (const [what, waits] of await stop()) {
    waits.sort((one, another) => one - another);
    figure(`${about}: ${what} meanwhile, p95`, percentile(waits, 0.95), 'ms', { most: 100 });
  }
  // The bulk job skips admins.
  figure(`${about}: left out`, USERS - adminsAmong(USERS) - (await job()).done, '', { most: 0 });
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
    await suspendEverybody('SQLite', {});
    await suspendEverybody('PostgreSQL', await emptyPostgres());
  });
} finally {
  await postgres.stop();
  hangUp();
}

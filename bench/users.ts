/** The user list and its search with a thousand users and with a million, on both databases. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { startTestPostgres } from '../scripts/test-postgres.ts';
import { figure, percentile } from './figures.ts';
import { insertManyUsers } from './many-users.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_USERS ?? 1_000_000);
const ROUNDS = 41;

/** Short, common, rare and absent; early and late in the alphabet; letters, digits and signs. */
const SEARCHES = [
  'a',
  'e',
  'q',
  'z',
  '7',
  'ü',
  '@',
  'zz',
  'qx',
  'zo',
  '99',
  '.c',
  'anna',
  'zoe',
  'zoe.',
  'schmidt',
  'okafor',
  'quetzal',
  'company7.',
  'example',
  'example.con',
  '12345',
  '999999',
  '00000',
  'zoe.miller.9',
  'nobody',
  '@x.',
  "o'neil",
  '. ',
  'ner',
];

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** How long an answer takes, in milliseconds. */
function timed(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`));
      answer.resume();
      answer.on('end', () => resolve(performance.now() - began));
    })
      .on('error', reject)
      .end();
  });
}

async function times(url: string, cookie: string, rounds = ROUNDS): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await timed(url, cookie));
  return all.sort((one, other) => one - other);
}

/** Asks something that needs no database, again and again: how long it ever takes is how long the event loop stood still. */
function watchEventLoop(url: string) {
  let watching = true;
  let longest = 0;
  const done = (async () => {
    while (watching) longest = Math.max(longest, await timed(`${url}/api/guest/check-prompt`, ''));
  })();
  return async () => {
    watching = false;
    await done;
    return longest;
  };
}

const memory = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function measure(name: string, users: number, env: Record<string, string>) {
  const installation = benchInstallation(env);
  const began = performance.now();
  const [admin] = await prepare(installation.config, 1, (db, keys) =>
    insertManyUsers(db, keys, { count: users, databaseUrl: installation.config.databaseUrl }),
  );
  const count = users.toLocaleString('en');
  figure(`${name}, ${count} users: written in`, (performance.now() - began) / 1000, 's');
  const server = await installation.start();
  try {
    const cookie = admin?.cookie ?? '';
    const list = `${server.url}/api/admin/users`;
    await times(list, cookie);
    const firstPage = percentile(await times(list, cookie), 0.5);
    figure(`${name}, ${count} users: first page, p50`, firstPage, 'ms');
    const searches: { q: string; p50: number; most: number }[] = [];
    const stopWatching = watchEventLoop(server.url);
    for (const q of SEARCHES) {
      const url = `${list}?q=${encodeURIComponent(q)}`;
      await times(url, cookie, 3);
      const all = await times(url, cookie);
      searches.push({ q, p50: percentile(all, 0.5), most: all.at(-1) as number });
    }
    const blocked = await stopWatching();
    searches.sort((one, other) => other.p50 - one.p50);
    for (const { q, p50, most } of searches.slice(0, users === MANY ? 8 : 1))
      figure(`${name}, ${count} users: search "${q}", p50 (longest ${most.toFixed(1)} ms)`, p50, 'ms', { most: 10 });
    figure(`${name}, ${count} users: longest wait of another request meanwhile`, blocked, 'ms', { most: 50 });
    figure(`${name}, ${count} users: memory after it`, memory(server.pid, 'VmRSS'), 'MB', { most: 150 });
    figure(`${name}, ${count} users: memory at most`, memory(server.pid, 'VmHWM'), 'MB', { most: 150 });
    return firstPage;
  } finally {
    await server.stop();
    installation.remove();
  }
}

async function compare(name: string, env: () => Promise<Record<string, string>>): Promise<void> {
  const few = await measure(name, FEW, await env());
  const many = await measure(name, MANY, await env());
  figure(`${name}: first page beside the one of ${FEW.toLocaleString('en')} users`, many / few, '×', { most: 1.5 });
}

await compare('SQLite', async () => ({}));
const postgres = await startTestPostgres();
let databases = 0;
try {
  await compare('PostgreSQL', async () => {
    databases += 1;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database bench${databases}`);
    await client.end();
    return { DATABASE_URL: postgres.url.replace(/\/[^/]*$/, `/bench${databases}`) };
  });
} finally {
  await postgres.stop();
  agent.destroy();
}

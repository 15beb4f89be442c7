/** The user list and its search with a thousand and with a million users, on both databases. */
import pg from 'pg';
import { fetched, hangUp } from '../scripts/ask.ts';
import { startTestPostgres } from '../scripts/test-postgres.ts';
import { watchEventLoop } from './event-loop.ts';
import { beside, figure, median, repeatedly } from './figures.ts';
import { insertManyUsers, insertOnline } from './many-users.ts';
import { MEMORY_GOALS, memoryOf } from './memory-of.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_USERS ?? 1_000_000);
const ONLINE = 800;
const ROUNDS = 15;

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

/** Words in any order: all common, one rare, some never together or absent. */
const WORDS = [
  'anna schmidt',
  'schmidt anna',
  'anna zoe',
  'example okafor 12',
  'example.com 999999',
  'com 1234',
  'zoe nobody',
  'company anna',
  'quetzal example',
  'kowalski 77',
  'x z',
  'a b c d e f g h',
];

const ORDERS = ['-name', 'activity', '-activity', 'created', '-created'];
const FILTERS = [
  'standing=online',
  'standing=offline',
  'standing=suspended',
  'standing=needs_auth',
  'role=admin',
  'role=user',
  'standing=suspended&role=admin',
];
/** With each order and filter: none, common, rare, rare in combination, and absent. */
const BESIDE = ['', 'e', 'zoe', 'company7.', 'anna schmidt', 'nobody'];

const asked = (q: string, more = '') => `q=${encodeURIComponent(q)}${more && `&${more}`}`;

/** Requests for the list, by the name of their figure. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  search: SEARCHES.map((q) => asked(q)),
  'search for several words': WORDS.map((q) => asked(q)),
  'sorted list': ORDERS.flatMap((sort) => BESIDE.map((q) => asked(q, `sort=${sort}`))),
  'filtered list': FILTERS.flatMap((filter) =>
    ['', '&sort=-activity'].flatMap((sort) => BESIDE.map((q) => asked(q, filter + sort))),
  ),
};

async function times(url: string, cookie: string, rounds = ROUNDS): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push((await fetched(url, { headers: { cookie } })).ms);
  return all;
}

interface UserList {
  /** The first page, p50. */
  page(): Promise<number>;
  /** Each request for the list, p50. */
  searches(): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

async function open(name: string, users: number, env: Record<string, string>): Promise<UserList> {
  const installation = benchInstallation(env);
  const [admin] = await prepare(installation.config, 1, async (db, keys) => {
    await insertManyUsers(db, keys, { count: users, databaseUrl: installation.config.databaseUrl });
    await insertOnline(db, Math.min(ONLINE, users / 2));
  });
  const cookie = admin?.cookie ?? '';
  const server = await installation.start();
  const list = `${server.url}/api/admin/users`;
  await times(list, cookie);
  const about = `${name}, ${users.toLocaleString('en')} users`;
  return {
    page: async () => median(await times(list, cookie)),
    async searches() {
      const found = new Map<string, number>();
      const stopWatching = watchEventLoop(server.url);
      for (const question of Object.values(KINDS).flat()) {
        const url = `${list}?${question}`;
        await times(url, cookie, 3);
        found.set(question, median(await times(url, cookie)));
      }
      figure(`${about}: longest wait of another request meanwhile`, await stopWatching(), 'ms', { most: 50 });
      figure(`${about}: memory at most`, memoryOf(server.pid, 'most'), 'MB', { most: MEMORY_GOALS.used });
      return found;
    },
    async stop() {
      await server.stop();
      installation.remove();
    },
  };
}

async function compare(name: string, env: () => Promise<Record<string, string>>): Promise<void> {
  const few = await open(name, FEW, await env());
  const many = await open(name, MANY, await env());
  const searches: Map<string, number>[] = [];
  await repeatedly(async () => {
    const limit = await few.page();
    const title = `${name}: first page of ${MANY.toLocaleString('en')} users beside the one of ${FEW.toLocaleString('en')}, p50`;
    beside(title, await many.page(), limit, 'ms', { most: 1.5 });
    searches.push(await many.searches());
  });
  for (const [kind, questions] of Object.entries(KINDS)) {
    const slowest = questions.map((question) => ({
      question,
      p50: median(searches.map((round) => round.get(question) as number)),
    }));
    slowest.sort((one, other) => other.p50 - one.p50);
    for (const { question, p50 } of slowest.slice(0, 5))
      process.stderr.write(`    ${decodeURIComponent(question)} ${p50.toFixed(1)} ms\n`);
    const about = `${name}, ${MANY.toLocaleString('en')} users, ${questions.length} kinds of ${kind}, p50`;
    figure(`${about}: the slowest`, slowest[0]?.p50 ?? Number.NaN, 'ms', { most: 10 });
    figure(`${about}: the one in the middle`, median(slowest.map(({ p50 }) => p50)), 'ms');
  }
  await few.stop();
  await many.stop();
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
  hangUp();
}

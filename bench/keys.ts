/**
 * Reads with an API key beside reads with a session, from the list of guests, which needs no query. By the server's
 * processor time, because rates differ by more than the keys cost.
 */
import autocannon from 'autocannon';
import { KEYS_MAX } from '../contract/programs/keys.rules.ts';
import { newKey } from '../server/sessions/key-text.ts';
import { beside, repeatedly } from './figures.ts';
import { processorOf } from './processor-of.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

/** In short turns, so that a change of the machine's speed affects both. */
const TURNS = 10;
/** In all rounds together fewer than the limit of the keys. */
const REQUESTS = 4_000;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const installation = benchInstallation({ API_KEYS: 'true' });
// Several, because each has a limit of its own.
const keys = Array.from({ length: KEYS_MAX }, newKey);
const [admin] = await prepare(installation.config, 1, async (db) => {
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const now = Date.now();
  const rows = keys.map(({ id, secretHash }) => ({
    id,
    name: id,
    user_id,
    secret_hash: secretHash,
    scopes: '["guests:read"]',
    networks: '["127.0.0.0/8"]',
    created_at: now,
    expires_at: now + YEAR_MS,
    used_at: null,
    in_force_at: now,
    confirmed_by: null,
  }));
  await db.insertInto('api_keys').values(rows).execute();
});
const server = await installation.start();

type Headers = Record<string, string>;

/** Processor seconds of the server. */
async function costOf(headers: readonly Headers[]): Promise<number> {
  const before = processorOf(server.pid);
  const { non2xx } = await autocannon({
    url: `${server.url}/api/admin/guests`,
    requests: headers.map((one) => ({ headers: one })),
    connections: 32,
    amount: REQUESTS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused.`);
  return processorOf(server.pid) - before;
}

async function readsPerSecond() {
  let [withKey, withSession] = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    withSession += await costOf(sessions);
    withKey += await costOf(bearers);
  }
  return { withKey: (TURNS * REQUESTS) / withKey, withSession: (TURNS * REQUESTS) / withSession };
}

const bearers = keys.map(({ key }) => ({ authorization: `Bearer ${key}` }));
const sessions = keys.map(() => ({ cookie: admin?.cookie as string }));
try {
  for (const headers of [sessions, bearers, sessions, bearers]) await costOf(headers);
  await repeatedly(async () => {
    const { withKey, withSession } = await readsPerSecond();
    beside('GET /api/admin/guests with a key beside a session', withKey, withSession, '/s', { least: 0.9 });
  });
} finally {
  await server.stop();
  installation.remove();
}

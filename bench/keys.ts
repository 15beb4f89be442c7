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

const SECONDS = 4;
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

/** For each second of the server's processor time. */
async function readsPerSecond(headers: readonly Headers[], seconds: number): Promise<number> {
  const before = processorOf(server.pid);
  const { requests, non2xx } = await autocannon({
    url: `${server.url}/api/admin/guests`,
    requests: headers.map((one) => ({ headers: one })),
    connections: 32,
    duration: seconds,
  });
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused.`);
  return requests.total / (processorOf(server.pid) - before);
}

try {
  const withKeys = keys.map(({ key }) => ({ authorization: `Bearer ${key}` }));
  const withSession = keys.map(() => ({ cookie: admin?.cookie as string }));
  for (const headers of [withSession, withKeys]) await readsPerSecond(headers, 2);
  await repeatedly(async () => {
    const before = await readsPerSecond(withSession, SECONDS);
    const withKey = await readsPerSecond(withKeys, SECONDS);
    const session = (before + (await readsPerSecond(withSession, SECONDS))) / 2;
    beside('GET /api/admin/guests with a key beside a session', withKey, session, '/s', { least: 0.9 });
  });
} finally {
  await server.stop();
  installation.remove();
}

/** Polls, page views and codes of guests, each beside a bare Fastify route in the same run; codes on both databases. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import autocannon from 'autocannon';
import { startOwnPostgres } from '../scripts/test-postgres.ts';
import { type Keys, keysFrom } from '../server/crypto/keys.ts';
import { openDatabase } from '../server/db/database.ts';
import { codeHash } from '../server/features/verification/verification.ts';
import { createLog } from '../server/process/log.ts';
import { newGuestSecret, publicGuestId } from '../server/visitor/guest-id.ts';
import { messageRow } from '../tests/support/message-row.ts';
import { beside, figure, repeatedly } from './figures.ts';
import { benchInstallation, startBareServer } from './servers.ts';

const SECONDS = 4;
const GUESTS = 10_000;
const VERIFICATIONS = 20_000;
const CODE = '314159';
const KEY = 'a-key-for-guests-that-is-long-enough';
const keys = keysFrom(KEY);

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
/** As the server creates them for browsers that arrive one after the other. */
const secrets = Array.from({ length: VERIFICATIONS }, (_, index) => newGuestSecret(Date.now() + index));
const secretOf = (index: number) => secrets[index] as string;

function guestCookie(keys: Keys, id: string): string {
  const content = `${id}.0`;
  return `guest=${content}.${createHmac('sha256', keys.derive('guest-cookie')).update(content).digest('base64url')}`;
}

/** Known guests, some with a prompt, and codes that wait to be entered. */
async function prepare({ config }: Installation): Promise<void> {
  const { db, close } = await openDatabase(config, createLog('silent'));
  const now = Date.now();
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < GUESTS; index += 10) {
      const ip = addressOf(index);
      const prompt = { kind: 'prompt', prompt: 'email', text: 'Please enter your email' } as const;
      await trx
        .insertInto('guest_messages')
        .values(messageRow({ id: ip, guest_ip: ip, ...prompt, created_at: now }))
        .execute();
    }
    for (let start = 0; start < VERIFICATIONS; start += 500) {
      const rows = Array.from({ length: 500 }, (_, offset) => {
        const index = start + offset;
        return {
          guest_secret: secretOf(index),
          email: `verify${index}@example.com`,
          code_hash: codeHash(keys, secretOf(index), `verify${index}@example.com`, CODE),
          sent_at: now,
          expires_at: now + 300_000,
          tries: 0,
          submitted_at: null,
          outcome: null,
          refusal: null,
          verified_at: null,
          public_id: publicGuestId(keys, secretOf(index)),
        };
      });
      await trx.insertInto('guest_verifications').values(rows).execute();
    }
  });
  await close();
}

/** Requests are built in advance if they can be repeated, so that the generator is not measured. */
const PREBUILT = 1_000;

interface Load {
  readonly url: string;
  readonly connections: number;
  request(index: number): { headers?: Record<string, string>; body?: string };
  readonly method?: 'GET' | 'POST';
  /** Every request is different and sent once. */
  readonly once?: boolean;
}

let requests = 0;

/** Answers per second; any answer without success fails the run. */
async function rate(
  { url, connections, method = 'GET', request, once: fresh }: Load,
  seconds = SECONDS,
): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: fresh
      ? [
          {
            method,
            setupRequest: (sent) => {
              requests += 1;
              const { headers, body } = request(requests);
              return { ...sent, headers: { ...sent.headers, ...headers }, ...(body !== undefined && { body }) };
            },
          },
        ]
      : Array.from({ length: PREBUILT }, (_, index) => ({ method, ...request(index) })),
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} of the answers of ${url} were refusals.`);
  return result.requests.average;
}

const json = { 'content-type': 'application/json' };
/** Accepts connections and says nothing, like a dead mail server. */
const silentMail = createServer().listen(0, '127.0.0.1');
await once(silentMail, 'listening');
const { port } = silentMail.address() as AddressInfo;
type Installation = ReturnType<typeof benchInstallation>;

/** At a usual rate so many emails would wait that a captcha is required, and page views would exceed their budget. */
const installationOn = (env: Record<string, string>) =>
  benchInstallation({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RATE: '100000',
    ROW_BUDGET: '1000000000',
    // DNS is not measured.
    MAIL_DNS_CHECK: 'off',
    SECRET_KEY: KEY,
    ...env,
  });

const get = (url: string): Load => ({
  url,
  connections: 32,
  request: (index) => ({ headers: { 'x-forwarded-for': addressOf(index * (GUESTS / PREBUILT)) } }),
});
const post = (url: string, body: (index: number) => object, once = false): Load => ({
  url,
  once,
  method: 'POST',
  connections: 50,
  request: (index) => ({
    headers: { ...json, 'x-forwarded-for': addressOf(index) },
    body: JSON.stringify(body(index)),
  }),
});

const bare = await startBareServer();

async function polls(url: string): Promise<void> {
  const bareGet = get(`${bare.url}/bare-poll`);
  // A new guest each time: a repeated view of a page writes nothing.
  const log = post(`${url}/api/guest/log-activity`, () => ({ page: 'Email Entry Page' }), true);
  const bareLog = post(`${bare.url}/bare`, () => ({ page: 'Email Entry Page' }), true);
  const asked = ['check-prompt', 'check-redirect'].map((path) => [path, get(`${url}/api/guest/${path}`)] as const);
  for (const load of [bareGet, log, ...asked.map(([, load]) => load)]) await rate(load, 2);
  await repeatedly(async () => {
    for (const [path, poll] of asked) {
      const limit = await rate(bareGet);
      beside(`${path}, ${GUESTS.toLocaleString('en')} guests, beside a bare route`, await rate(poll), limit, '/s', {
        least: 0.8,
      });
    }
    const bareLogs = await rate(bareLog);
    beside('log-activity, acknowledged after commit, beside a bare POST', await rate(log), bareLogs, '/s', {
      least: 0.8,
    });
  });
}

/** Short, and on a fresh installation each time: with ten thousand waiting emails guests are asked for a captcha. */
const CODES_SECONDS = 2;

/** Acknowledged after the commit has reached the disk. */
async function codes(database: string, url: string, least: number): Promise<void> {
  const sendCode = post(
    `${url}/api/user/send-verification-code`,
    (index) => ({ email: `guest${index}@example.com` }),
    true,
  );
  let verified = 0;
  const verify: Load = {
    url: `${url}/api/user/verify-code`,
    method: 'POST',
    connections: 50,
    once: true,
    request: () => {
      const index = verified;
      verified += 1;
      if (verified > VERIFICATIONS) throw new Error('More codes would have been needed.');
      return {
        headers: { ...json, 'x-forwarded-for': addressOf(index), cookie: guestCookie(keys, secretOf(index)) },
        body: JSON.stringify({ email: `verify${index}@example.com`, code: CODE }),
      };
    },
  };
  for (const load of [sendCode, verify]) await rate(load, 1);
  figure(`${database}: send-verification-code`, await rate(sendCode, CODES_SECONDS), '/s', { least });
  figure(`${database}: verify-code`, await rate(verify, CODES_SECONDS), '/s', { least });
}

async function on(env: Record<string, string>, measure: (url: string) => Promise<void>): Promise<void> {
  const installation = installationOn(env);
  await prepare(installation);
  const server = await installation.start();
  try {
    await measure(server.url);
  } finally {
    await server.stop();
    installation.remove();
  }
}

try {
  await on({}, polls);
  await repeatedly(async () => {
    await on({}, (url) => codes('SQLite', url, 3_000));
    const postgres = await startOwnPostgres();
    await on({ DATABASE_URL: postgres.url }, (url) => codes('PostgreSQL', url, 2_000));
    await postgres.stop();
  });
} finally {
  await bare.stop();
  silentMail.close();
}

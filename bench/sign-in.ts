/** Sign-ins beside raw Argon2id, reads beside a bare route, and reads while people sign in. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import autocannon from 'autocannon';
import type { Config } from '../server/config.ts';
import { openDatabase } from '../server/db/database.ts';
import { insertAccount } from '../server/features/users/accounts.ts';
import { type Keys, keysFrom } from '../server/keys.ts';
import { createLog } from '../server/log.ts';
import { createHasher } from '../server/passwords/hasher.ts';
import { figure, percentile } from './figures.ts';
import { benchInstallation, startBareServer } from './servers.ts';

const ACCOUNTS = 64;
const PASSWORD = 'the password of everybody';
const SECONDS = 8;
const IN_FLIGHT = 8;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function createAccounts(config: Config, keys: Keys): Promise<string> {
  const { db, close } = await openDatabase(config, createLog('silent'));
  const passwordHash = await (await createHasher()).hash(PASSWORD);
  for (let index = 0; index < ACCOUNTS; index += 1) {
    await insertAccount(
      db,
      { username: `user${index}`, role: 'user', passwordHash, passwordState: 'own' },
      keys,
      Date.now(),
    );
  }
  await close();
  return passwordHash;
}

/** Solved before the clock runs: the work of a captcha is the visitor's, not the server's. */
async function solvedCaptchas(keys: Keys, count: number): Promise<string[]> {
  const secrets = {
    hmacSignatureSecret: keys.derive('captcha:challenge').export().toString('base64'),
    hmacKeySignatureSecret: keys.derive('captcha:key').export().toString('base64'),
  };
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const expiresAt = Math.floor(Date.now() / 1000) + 290;
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 0,
      deriveKey,
      expiresAt,
      ...secrets,
    });
    const solution = await solveChallenge({ challenge, deriveKey });
    tokens.push(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'));
  }
  return tokens;
}

let signIns = 0;

/** A connection of its own that asks and waits: a full client would take more of the machine than the server. */
async function connection(url: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return {
    close: () => socket.destroy(),
    async signIn(recaptchaToken: string): Promise<{ status: number; cookie: string }> {
      signIns += 1;
      const body = JSON.stringify({ username: `user${signIns % ACCOUNTS}`, password: PASSWORD, recaptchaToken });
      const address = `10.${(signIns >> 16) & 255}.${(signIns >> 8) & 255}.${signIns & 255}`;
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\nx-forwarded-for: ${address}\r\n\r\n${body}`,
      );
      // The answer is small enough for one piece.
      const [answer] = (await once(socket, 'data')) as [Buffer];
      const text = answer.toString('latin1');
      return { status: Number(text.slice(9, 12)), cookie: /set-cookie: ([^;]+)/i.exec(text)?.[1] ?? '' };
    },
  };
}

/** Keeps so many sign-ins in flight until told to stop; answers how many succeeded in a second. */
async function signInFor(url: string, tokens: string[], stop: () => boolean): Promise<number> {
  const began = performance.now();
  let succeeded = 0;
  const one = async () => {
    const client = await connection(url);
    while (!stop()) {
      const token = tokens.pop();
      if (token === undefined) throw new Error('More captchas would have been needed.');
      const { status } = await client.signIn(token);
      if (status !== 200) throw new Error(`A sign-in was answered with ${status}.`);
      succeeded += 1;
    }
    client.close();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, one));
  return succeeded / ((performance.now() - began) / 1000);
}

async function rawVerifies(passwordHash: string, seconds: number): Promise<number> {
  const began = performance.now();
  let verified = 0;
  const one = async () => {
    while (performance.now() - began < seconds * 1000) {
      await verify(passwordHash, PASSWORD);
      verified += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return verified / ((performance.now() - began) / 1000);
}

const after = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};

async function readsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const { requests } = await autocannon({ url, headers, connections: 32, duration: SECONDS });
  return requests.average;
}

/** One read after the other, so that the time of each is the server's and not the generator's. */
async function readTimes(url: string, cookie: string, stop: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!stop()) {
    const began = performance.now();
    await new Promise<void>((done, reject) => {
      request(url, { agent, headers: { cookie } }, (answer) => {
        answer.resume();
        answer.on('end', done);
      })
        .on('error', reject)
        .end();
    });
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

const installation = benchInstallation();
const keys = keysFrom(installation.config.secretKey as string);
const passwordHash = await createAccounts(installation.config, keys);
const tokens = await solvedCaptchas(keys, 6_000);
const server = await installation.start();
const bare = await startBareServer();

try {
  // Long enough for the just-in-time compiler to have seen everything.
  await signInFor(server.url, tokens, after(10));
  // Alternating, so that a change of the machine's speed meets both.
  let raw = 0;
  let signedIn = 0;
  const rounds = 3;
  for (let round = 0; round < rounds; round += 1) {
    raw += (await rawVerifies(passwordHash, SECONDS / 2)) / rounds;
    signedIn += (await signInFor(server.url, tokens, after(SECONDS / 2))) / rounds;
  }
  figure('raw Argon2id verifies', raw, '/s');
  figure('sign-ins', signedIn, '/s');
  figure('sign-ins beside raw verifies', signedIn / raw, '', { least: 0.95 });

  const client = await connection(server.url);
  const { cookie } = await client.signIn(tokens.pop() as string);
  client.close();
  const user = `${server.url}/api/auth/user`;
  await readsPerSecond(user, { cookie });
  const bareReads = await readsPerSecond(`${bare.url}/bare`, { cookie });
  const reads = await readsPerSecond(user, { cookie });
  figure('bare Fastify route', bareReads, '/s');
  figure('GET /api/auth/user with a session', reads, '/s');
  figure('GET /api/auth/user beside a bare route', reads / bareReads, '', { least: 0.7 });

  const stop = after(SECONDS);
  const [times, rate] = await Promise.all([readTimes(user, cookie, stop), signInFor(server.url, tokens, stop)]);
  figure(`sign-ins while somebody reads (${IN_FLIGHT} in flight)`, rate, '/s');
  figure(`GET /api/auth/user with ${IN_FLIGHT} sign-ins in flight, p50`, percentile(times, 0.5), 'ms');
  figure(`GET /api/auth/user with ${IN_FLIGHT} sign-ins in flight, p99`, percentile(times, 0.99), 'ms', { most: 100 });
} finally {
  agent.destroy();
  await bare.stop();
  await server.stop();
  installation.remove();
}

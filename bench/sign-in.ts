/** Sign-ins beside raw Argon2id, reads beside a bare route, and reads during sign-ins. */
import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import autocannon from 'autocannon';
import { fetched, hangUp } from '../scripts/ask.ts';
import { keysFrom } from '../server/crypto/keys.ts';
import { beside, figure, percentile, repeatedly } from './figures.ts';
import { benchInstallation, startBareServer } from './servers.ts';
import { createAccounts, PASSWORD, signInConnection, solvedCaptchas } from './sign-ins.ts';

const SECONDS = 6;
const IN_FLIGHT = 50;

/** Keeps a number of sign-ins in flight until stopped; returns the successes per second. */
async function signInFor(url: string, tokens: string[], stop: () => boolean): Promise<number> {
  const began = performance.now();
  let succeeded = 0;
  const one = async () => {
    const client = signInConnection(url);
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

async function readsPerSecond(url: string, cookie: string): Promise<number> {
  const { requests } = await autocannon({ url, headers: { cookie }, connections: 32, duration: SECONDS });
  return requests.average;
}

/** One read after the other, so that each time is the server's and not the generator's. */
async function readTimes(url: string, cookie: string, stop: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!stop()) times.push((await fetched(url, { headers: { cookie } })).ms);
  return times.sort((one, other) => one - other);
}

const installation = benchInstallation();
const keys = keysFrom(installation.config.secretKey as string);
const passwordHash = await createAccounts(installation.config, keys);
const server = await installation.start();
const bare = await startBareServer();

try {
  // Long enough for the just-in-time compiler.
  await signInFor(server.url, await solvedCaptchas(keys, 3_000), after(10));
  const user = `${server.url}/api/auth/user`;
  await repeatedly(async () => {
    const tokens = await solvedCaptchas(keys, 3_200);
    // Alternating, so that a change of the machine's speed affects both.
    const raw = (await rawVerifies(passwordHash, 2)) / 2;
    const signedIn = await signInFor(server.url, tokens, after(SECONDS));
    beside('sign-ins beside raw Argon2id', signedIn, raw + (await rawVerifies(passwordHash, 2)) / 2, '/s', {
      least: 0.95,
    });

    const client = signInConnection(server.url);
    const { cookie } = await client.signIn(tokens.pop() as string);
    client.close();
    await autocannon({ url: user, headers: { cookie }, connections: 32, duration: 2 });
    const bareReads = await readsPerSecond(`${bare.url}/bare`, cookie);
    const reads = await readsPerSecond(user, cookie);
    beside('GET /api/auth/user beside a bare route', reads, bareReads, '/s', { least: 0.7 });

    const stop = after(SECONDS);
    const [times] = await Promise.all([readTimes(user, cookie, stop), signInFor(server.url, tokens, stop)]);
    figure(`the same with ${IN_FLIGHT} sign-ins in flight, p99`, percentile(times, 0.99), 'ms', { most: 100 });
  });
} finally {
  hangUp();
  await bare.stop();
  await server.stop();
  installation.remove();
}

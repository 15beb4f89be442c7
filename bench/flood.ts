/** Ten times as many sign-ins as the machine can hash: do pages still load, and what do the others get? */
import { setTimeout as pause } from 'node:timers/promises';
import { fetched, hangUp } from '../scripts/ask.ts';
import { keysFrom } from '../server/crypto/keys.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { benchInstallation } from './servers.ts';
import { createAccounts, type SignInConnection, signInConnection, solvedCaptchas } from './sign-ins.ts';

const SECONDS = 8;
const TIMES = 10;

const installation = benchInstallation();
const keys = keysFrom(installation.config.secretKey as string);
await createAccounts(installation.config, keys);
const server = await installation.start();
const idle: SignInConnection[] = [];
const answers = new Map<number, number>();

async function attempt(token: string): Promise<void> {
  const connection = idle.pop() ?? signInConnection(server.url);
  const { status } = await connection.signIn(token);
  answers.set(status, (answers.get(status) ?? 0) + 1);
  idle.push(connection);
}

/** What the machine can do without overload. */
async function capacity(): Promise<number> {
  const tokens = await solvedCaptchas(keys, 600);
  const end = performance.now() + 4_000;
  const one = async () => {
    while (performance.now() < end) await attempt(tokens.pop() as string);
  };
  answers.clear();
  await Promise.all(Array.from({ length: 4 }, one));
  return (answers.get(200) ?? 0) / 4;
}

/** Sends at a fixed rate, whether or not earlier requests are answered. */
async function flood(rate: number, tokens: string[], stop: () => boolean): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  while (!stop()) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    while (running.length < due && tokens.length > 0) running.push(attempt(tokens.pop() as string));
    await pause(5);
  }
  await Promise.all(running);
}

async function pageTimes(stop: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!stop()) {
    for (const path of ['/', '/auth'])
      times.push((await fetched(`${server.url}${path}`, { headers: { accept: 'text/html' } })).ms);
    await pause(5);
  }
  return times.sort((one, other) => one - other);
}

try {
  const most = await capacity();
  await repeatedly(async () => {
    const rate = Math.round(most * TIMES);
    const tokens = await solvedCaptchas(keys, rate * SECONDS + 100);
    answers.clear();
    const end = performance.now() + SECONDS * 1000;
    const stop = () => performance.now() >= end;
    const [times] = await Promise.all([pageTimes(stop), flood(rate, tokens, stop)]);
    const count = (status: number) => answers.get(status) ?? 0;
    const all = [...answers.values()].reduce((sum, one) => sum + one, 0);
    figure(`sign-ins asked for, ${TIMES} times the capacity`, all / SECONDS, '/s');
    figure('pages meanwhile, p95', percentile(times, 0.95), 'ms', { most: 300 });
    figure('sign-ins that succeeded', count(200) / SECONDS, '/s');
    figure('sign-ins that were told to wait (429, 503)', (count(429) + count(503)) / SECONDS, '/s');
    figure('sign-ins answered otherwise', all - count(200) - count(429) - count(503), '', { most: 0 });
  });
} finally {
  hangUp();
  for (const connection of idle) connection.close();
  await server.stop();
  installation.remove();
}

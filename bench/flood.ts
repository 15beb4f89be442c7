/** Crowds and attackers at the sign-in page: do pages still come, and do honest people get in? */
import { setTimeout as pause } from 'node:timers/promises';
import { keysFrom } from '../server/keys.ts';
import { ask, fetched, hangUp } from './ask.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { benchInstallation } from './servers.ts';
import {
  ACCOUNTS,
  addressOf,
  createAccounts,
  type SignInConnection,
  signInConnection,
  solvedCaptchas,
} from './sign-ins.ts';

const SECONDS = 8;
const TIMES = 10;
/** Wrong passwords with solved captchas, each from a network of its own. */
const ATTACKS_A_SECOND = 150;
const CHALLENGES_A_SECOND = 600;
const HONEST_A_SECOND = 4;
/** The page tries again by itself, with the same captcha. */
const TRIES_AGAIN = 3;

const installation = benchInstallation();
const keys = keysFrom(installation.config.secretKey as string);
await createAccounts(installation.config, keys);
const server = await installation.start();
const idle: SignInConnection[] = [];
const answers = new Map<number, number>();
/** The cookie of a device on which each account has signed in. */
const devices: string[] = [];

type Options = Parameters<SignInConnection['signIn']>[1];

async function signIn(token: string, options?: Options) {
  const connection = idle.pop() ?? (await signInConnection(server.url));
  const answer = await connection.signIn(token, options);
  idle.push(connection);
  return answer;
}

async function attempt(token: string, options?: Options): Promise<void> {
  const { status } = await signIn(token, options);
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

/** What the machine can do when nobody waits in vain. */
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

/** So many a second, whether or not the ones before are answered. */
async function atRate(rate: number, stop: () => boolean, one: (index: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  while (!stop()) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    while (running.length < due) running.push(one(running.length));
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

const after = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};

const next = (tokens: string[]) => {
  const token = tokens.pop();
  if (token === undefined) throw new Error('More captchas would have been needed.');
  return token;
};

/** Honest people one after the other, and how it went for them. */
class Honest {
  readonly times: number[] = [];
  succeeded = 0;
  asked = 0;

  async one(token: string, options: Options, triesAgain = 0): Promise<void> {
    this.asked += 1;
    const began = performance.now();
    for (let tries = 0; ; tries += 1) {
      const { status } = await signIn(token, options);
      if (status === 200) {
        this.succeeded += 1;
        break;
      }
      if (status !== 503 || tries >= triesAgain) break;
      await pause(2_000);
    }
    this.times.push(performance.now() - began);
  }

  get percent(): number {
    return (100 * this.succeeded) / this.asked;
  }

  at(part: number): number {
    return percentile(
      [...this.times].sort((one, other) => one - other),
      part,
    );
  }
}

async function tooMany(most: number): Promise<void> {
  const rate = Math.round(most * TIMES);
  const tokens = await solvedCaptchas(keys, rate * SECONDS + 100);
  answers.clear();
  const stop = after(SECONDS);
  const [times] = await Promise.all([pageTimes(stop), atRate(rate, stop, () => attempt(next(tokens)))]);
  const count = (status: number) => answers.get(status) ?? 0;
  const all = [...answers.values()].reduce((sum, one) => sum + one, 0);
  figure(`sign-ins asked for, ${TIMES} times the capacity`, all / SECONDS, '/s');
  figure('pages meanwhile, p95', percentile(times, 0.95), 'ms', { most: 300 });
  figure('sign-ins that succeeded', count(200) / SECONDS, '/s');
  figure('sign-ins that were told to wait (429, 503)', (count(429) + count(503)) / SECONDS, '/s');
  figure('sign-ins answered otherwise', all - count(200) - count(429) - count(503), '', { most: 0 });
}

async function atOnce(people: number): Promise<void> {
  const tokens = await solvedCaptchas(keys, people);
  const honest = new Honest();
  await Promise.all(tokens.map((token) => honest.one(token, {})));
  figure(`${people} people at once, who get in`, honest.percent, '%', { least: 100 });
  figure(`${people} people at once, the last one`, honest.at(1), 'ms');
}

async function attacked(): Promise<void> {
  const tokens = await solvedCaptchas(keys, (ATTACKS_A_SECOND + 2 * HONEST_A_SECOND) * (SECONDS + 3) + 200);
  const stop = after(SECONDS + 3);
  const attack = atRate(ATTACKS_A_SECOND, stop, () => attempt(next(tokens), { password: 'a wrong password' }));
  // Until the queue is as full as it gets.
  await pause(3_000);
  const [known, unknown] = [new Honest(), new Honest()];
  const person = (index: number) => `user${index % ACCOUNTS}`;
  await Promise.all([
    attack,
    atRate(HONEST_A_SECOND, stop, (index) =>
      known.one(next(tokens), { username: person(index), device: devices[index % ACCOUNTS] as string }),
    ),
    atRate(HONEST_A_SECOND, stop, (index) => unknown.one(next(tokens), { username: person(index) }, TRIES_AGAIN)),
  ]);
  const during = `${ATTACKS_A_SECOND} wrong passwords a second of as many networks:`;
  figure(`${during} known devices that get in`, known.percent, '%', { least: 95 });
  figure(`${during} the same, p95`, known.at(0.95), 'ms');
  figure(`${during} new devices that get in, which try up to ${TRIES_AGAIN} times again`, unknown.percent, '%');
  figure(`${during} the same, p95`, unknown.at(0.95), 'ms');
}

async function challenged(): Promise<void> {
  const tokens = await solvedCaptchas(keys, HONEST_A_SECOND * SECONDS + 50);
  const stop = after(SECONDS);
  const honest = new Honest();
  const challenges: number[] = [];
  let given = 0;
  const url = `${server.url}/api/captcha/challenge?algorithm=SCRYPT`;
  await Promise.all([
    atRate(CHALLENGES_A_SECOND, stop, async (index) => {
      const { status, ms } = await ask(url, { headers: { 'x-forwarded-for': addressOf(index) } });
      if (status === 200) given += 1;
      challenges.push(ms);
    }),
    atRate(HONEST_A_SECOND, stop, () => honest.one(next(tokens), {})),
  ]);
  const during = `${CHALLENGES_A_SECOND} challenges a second:`;
  figure(`${during} sign-ins, p50`, honest.at(0.5), 'ms', { most: 500 });
  figure(`${during} sign-ins that succeed`, honest.percent, '%', { least: 95 });
  figure(`${during} challenges that are given`, (100 * given) / challenges.length, '%');
  figure(
    `${during} until one is given, p95`,
    percentile(
      challenges.sort((one, other) => one - other),
      0.95,
    ),
    'ms',
  );
}

try {
  for (const [index, token] of (await solvedCaptchas(keys, ACCOUNTS)).entries())
    devices.push((await signIn(token, { username: `user${index}` })).device);
  await repeatedly(async () => {
    // The server measures how long passwords take: first when nothing else goes on.
    const most = await capacity();
    await atOnce(200);
    await tooMany(most);
    await attacked();
    await challenged();
  });
} finally {
  hangUp();
  for (const connection of idle) connection.close();
  await server.stop();
  installation.remove();
}

import { setTimeout as pause } from 'node:timers/promises';
import { insertAccount } from '../../server/features/users/accounts.ts';
import { createHasher } from '../../server/passwords/hasher.ts';
import { PASSWORD, solvedCaptchas } from '../sign-ins.ts';
import { compared } from './compared.ts';
import {
  after,
  Browser,
  type Database,
  Experience,
  farApart,
  flood,
  honestAddress,
  type Portal,
  startPortal,
} from './portal.ts';

const PEOPLE = 200;
const ATTACK_RATE = 150;
const ATTACK_SECONDS = 20;
const CHALLENGES_A_SECOND = 600;

const nameOf = (index: number) => `person${index}`;

/** A portal whose users all have the same password. */
const portalOfPeople = (database: Database, people = PEOPLE) =>
  startPortal(database, {
    async fill(db, keys) {
      const passwordHash = await (await createHasher()).hash(PASSWORD);
      const account = { role: 'user', passwordHash, passwordState: 'own' } as const;
      for (let index = 0; index < people; index += 1)
        await insertAccount(db, { username: nameOf(index), ...account }, keys, Date.now());
    },
  });

const signIn = (browser: Browser, username: string, recaptchaToken: string, password = PASSWORD) =>
  browser.post('/api/auth/login', { username, password, recaptchaToken });

/** All users sign in at the same moment, as at the start of a shift. */
export async function allAtOnce(database: Database): Promise<void> {
  for (const people of [50, PEOPLE]) {
    const portal = await portalOfPeople(database, people);
    const tokens = await solvedCaptchas(portal.keys, people);
    const experience = new Experience();
    await Promise.all(
      tokens.map(async (token, index) => {
        const { status, ms } = await signIn(new Browser(portal, honestAddress(index)), nameOf(index), token);
        experience.note(status === 200, ms);
      }),
    );
    compared(database, `${people} sign-ins at once: succeed`, experience.succeeded, '%', { least: 100 });
    compared(database, `${people} sign-ins at once: the last one waits`, experience.percentile(1) / 1000, 's', {
      most: 6,
    });
    await portal.stop();
  }
}

/** Wrong passwords from many networks with solved captchas, while honest users sign in. */
export async function signInFlood(database: Database): Promise<void> {
  const portal = await portalOfPeople(database);
  const people = 2 * ATTACK_SECONDS;
  const known = Array.from({ length: people }, (_, index) => new Browser(portal, honestAddress(index)));
  for (const [index, browser] of known.entries())
    await signIn(browser, nameOf(index), (await solvedCaptchas(portal.keys, 1))[0] as string);
  const newcomers = known.map((_, index) => new Browser(portal, honestAddress(people + index)));
  const tokens = await solvedCaptchas(portal.keys, ATTACK_RATE * (ATTACK_SECONDS + 1) + 2 * people + 50);
  const stop = after(ATTACK_SECONDS);
  const experiences = { known: new Experience(), newcomers: new Experience() };
  // Returns the next day from another network.
  const honest = async (browsers: readonly Browser[], of: number, experience: Experience) => {
    await pause(2_000);
    const answers: Promise<void>[] = [];
    for (const [index, browser] of browsers.entries()) {
      if (stop()) break;
      browser.ip = honestAddress(500 + of + index);
      answers.push(
        signIn(browser, nameOf(of + index), tokens.pop() as string).then(({ status, ms }) =>
          experience.note(status === 200, ms),
        ),
      );
      await pause(400);
    }
    await Promise.all(answers);
  };
  const [statuses] = await Promise.all([
    flood(ATTACK_RATE, stop, (index) =>
      signIn(new Browser(portal, farApart(index)), nameOf(index % PEOPLE), tokens.pop() as string, 'a wrong password'),
    ),
    honest(known, 0, experiences.known),
    honest(newcomers, people, experiences.newcomers),
  ]);
  const refused = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  process.stderr.write(`  the attacker was answered ${refused}\n`);
  const attack = `${ATTACK_RATE} wrong sign-ins a second from many networks`;
  compared(database, `${attack}: known devices get in`, experiences.known.succeeded, '%', { least: 95 });
  compared(database, `known devices wait, p95`, experiences.known.percentile(0.95) / 1000, 's', { most: 2 });
  compared(database, `new devices get in at the first try`, experiences.newcomers.succeeded, '%');
  compared(database, `new devices wait, p95`, experiences.newcomers.percentile(0.95) / 1000, 's');
  await portal.stop();
}

/** An attacker types wrong passwords for an account. */
export async function keptOut(database: Database): Promise<void> {
  const owners = 20;
  const portal = await portalOfPeople(database, owners);
  const owner = new Experience();
  for (let index = 0; index < owners; index += 1) {
    const tokens = await solvedCaptchas(portal.keys, 21);
    for (let guess = 0; guess < 20; guess += 1)
      await signIn(
        new Browser(portal, farApart(index * 5 + (guess % 5))),
        nameOf(index),
        tokens.pop() as string,
        'a wrong password',
      );
    const { status, ms } = await signIn(
      new Browser(portal, honestAddress(index)),
      nameOf(index),
      tokens.pop() as string,
    );
    owner.note(status === 200, ms);
  }
  compared(database, `20 wrong passwords of strangers: the owner gets in at once`, owner.succeeded, '%', {
    least: 100,
  });
  await portal.stop();
}

/** A challenge costs the server work: six hundred a second are requested and never solved. */
export async function challengeFlood(database: Database): Promise<void> {
  const portal = await portalOfPeople(database);
  const stop = after(ATTACK_SECONDS);
  const challenges = new Experience();
  const signIns = new Experience();
  const tokens = await solvedCaptchas(portal.keys, 200);
  const honest = async () => {
    for (let index = 0; !stop(); index += 1) {
      const browser = new Browser(portal, honestAddress(index));
      const challenge = await browser.get('/api/captcha/challenge?algorithm=SCRYPT');
      challenges.note(challenge.status === 200, challenge.ms);
      const { status, ms } = await signIn(browser, nameOf(index % PEOPLE), tokens.pop() as string);
      signIns.note(status === 200, challenge.ms + ms);
      await pause(200);
    }
  };
  await Promise.all([
    honest(),
    flood(CHALLENGES_A_SECOND, stop, (index) =>
      new Browser(portal, farApart(index)).get('/api/captcha/challenge?algorithm=SCRYPT'),
    ),
  ]);
  const attack = `${CHALLENGES_A_SECOND} challenges a second`;
  compared(database, `${attack}: honest ones given`, challenges.succeeded, '%', { least: 95 });
  compared(database, `${attack}: honest sign-ins succeed`, signIns.succeeded, '%', { least: 95 });
  compared(database, `a challenge and a sign-in, p50`, signIns.percentile(0.5), 'ms', { most: 500 });
  compared(database, `a challenge and a sign-in, p95`, signIns.percentile(0.95), 'ms');
  await portal.stop();
}

/** Failing sign-ins while guests write: what does each commit cost the others? */
export async function junkSignIns(database: Database): Promise<void> {
  const portal: Portal = await portalOfPeople(database);
  const stop = after(15);
  const tokens = await solvedCaptchas(portal.keys, 300 * 16);
  const guests = new Experience();
  const honest = async () => {
    for (let index = 0; !stop(); index += 1) {
      const { status, ms } = await new Browser(portal, honestAddress(index)).post('/api/guest/log-activity', {
        page: 'Email Entry Page',
      });
      guests.note(status === 200, ms);
      await pause(50);
    }
  };
  await Promise.all([
    honest(),
    flood(300, stop, (index) =>
      signIn(new Browser(portal, farApart(index)), `nobody${index}`, tokens.pop() ?? '', 'junk'),
    ),
  ]);
  compared(database, `300 junk sign-ins a second: honest page views recorded`, guests.succeeded, '%', {
    least: 99,
  });
  compared(database, `an honest page view, p95`, guests.percentile(0.95), 'ms', { most: 100 });
  await portal.stop();
}

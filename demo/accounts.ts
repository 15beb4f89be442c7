import { randomBytes } from 'node:crypto';
import type { App } from '../server/app.ts';
import type { Keys } from '../server/crypto/keys.ts';
import type { Trx, UserRow } from '../server/db/tables.ts';
import type { Entry } from '../server/features/log/activity/activity.ts';
import { insertAccount } from '../server/features/users/accounts.ts';
import { generatePassword } from '../server/passwords/generate.ts';
import { actorFor, visitorAt } from '../server/visitor/visitor.ts';
import type { Dice } from './dice.ts';
import { everybody, type Person, person } from './people.ts';
import { homeIp, userAgent } from './places.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const USERS = 300;
const NEVER_SIGNED_IN = 0.13;
const SIGNED_IN_TODAY = 0.4;

export const DEMO_USER = { ...person('Mira', 'Kolb', 'example.com'), password: 'a-visitor-of-the-demo' };

export interface Account {
  readonly person: Person;
  readonly createdAt: number;
  readonly signIns: readonly number[];
  readonly ip: string;
  readonly userAgent: string;
}

export function inventAccounts(dice: Dice, end: number): Account[] {
  const people = [DEMO_USER, ...everybody(dice).slice(0, USERS - 1)];
  const accounts = people.map((someone, index): Account => {
    // The first account is the demo user's: an unused account would have a temporary password.
    const isUsed = index === 0 || !dice.chance(NEVER_SIGNED_IN);
    const createdAt = end - Math.floor((isUsed ? 2 + dice.next() * 300 : 0.1 + dice.next() * 9) * DAY);
    const moments = isUsed ? Array.from({ length: dice.between(1, 5) }, () => end - dice.next() ** 2 * 30 * DAY) : [];
    if (isUsed && dice.chance(SIGNED_IN_TODAY)) moments.push(end - (0.01 + dice.next() * 0.98) * DAY);
    const signIns = moments.map(Math.floor).filter((at) => at > createdAt + MINUTE && at < end - 9 * MINUTE);
    return {
      person: someone,
      createdAt,
      signIns: signIns.sort((one, other) => one - other),
      ip: homeIp(dice),
      userAgent: userAgent(dice),
    };
  });
  return accounts.sort((one, other) => one.createdAt - other.createdAt);
}

interface MakeOptions {
  readonly passwordHash: string;
  readonly dummyHash: string;
}

/** The demo user has a known password, all others an unknown one. */
export async function demoPasswords({ hasher }: App): Promise<MakeOptions> {
  return {
    passwordHash: await hasher.hash(DEMO_USER.password),
    dummyHash: await hasher.hash(randomBytes(32).toString('base64url')),
  };
}

export async function makeAccount(
  trx: Trx,
  keys: Keys,
  { person: someone, createdAt, signIns }: Account,
  { passwordHash, dummyHash }: MakeOptions,
): Promise<UserRow> {
  const last = signIns.at(-1) ?? null;
  const isDemoUser = someone.username === DEMO_USER.username;
  const password =
    last === null && !isDemoUser
      ? ({ passwordState: 'temporary', temporaryPassword: generatePassword() } as const)
      : ({ passwordState: 'own', passwordHash: isDemoUser ? passwordHash : dummyHash } as const);
  const user = await insertAccount(trx, { ...someone, role: 'user', ...password }, keys, createdAt);
  const used = { signed_in_at: last, updated_at: last ?? createdAt, active_at: last ?? createdAt };
  await trx.updateTable('users').set(used).where('id', '=', user.id).execute();
  return { ...user, ...used };
}

export function entriesOf(
  dice: Dice,
  { signIns, ip, userAgent: browser }: Account,
  user: UserRow,
  end: number,
): Entry[] {
  const visitor = visitorAt(ip, browser);
  const actor = actorFor(user, visitor);
  return signIns.flatMap((at): Entry[] => {
    const entries: Entry[] = [{ ...actor, action: 'login', details: { way: 'password' }, at }];
    if (dice.chance(0.1))
      entries.push({
        ...actor,
        action: 'failed_login',
        details: { reason: 'wrong password' },
        at: at - dice.between(10, 90) * 1_000,
      });
    if (dice.chance(0.12))
      entries.push({
        ...actor,
        action: 'profile_update',
        details: { change: dice.chance(0.7) ? 'details' : 'password' },
        at: at + dice.between(1, 6) * MINUTE,
      });
    if (dice.chance(0.6)) entries.push({ ...actor, action: 'logout', at: at + dice.between(7, 80) * MINUTE });
    return entries.filter((entry) => entry.at < end);
  });
}

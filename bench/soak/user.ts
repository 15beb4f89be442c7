import { ask } from '../../scripts/ask.ts';
import { PASSWORD, solvedCaptchas } from '../sign-ins.ts';
import { expectStatus, type Town } from './town.ts';

const ACCOUNTS = 64;
const EVERY_STAYS = 3;

/** Networks of users, separate from those of guests. */
const addressOf = (index: number) => `${80 + (index % 60)}.${(index >> 6) & 255}.${(index >> 14) & 255}.9`;

/** The cookie of a user who has just signed in. */
export async function signedIn(
  { url, keys }: Town,
  username: string,
  headers: Record<string, string>,
): Promise<string> {
  const [recaptchaToken] = await solvedCaptchas(keys, 1);
  const body = { username, password: PASSWORD, recaptchaToken };
  const { status, cookie } = await ask(`${url}/api/auth/login`, { method: 'POST', headers, body });
  expectStatus(status, 'signing in');
  return cookie;
}

/** One user: signs in, opens a few pages and signs out, or forgets to. */
export async function signIn(town: Town, index: number): Promise<void> {
  const { url, pass } = town;
  const headers = { 'x-forwarded-for': addressOf(index) };
  const cookie = await signedIn(town, `user${index % ACCOUNTS}`, headers);
  const own = { ...headers, cookie };
  for (const path of ['/api/auth/user', '/api/user/check-redirect', '/api/auth/user', '/api/auth/sessions']) {
    expectStatus((await ask(`${url}${path}`, { headers: own })).status, path);
    await pass(2);
  }
  if (index % EVERY_STAYS !== 0) await ask(`${url}/api/auth/logout`, { method: 'POST', headers: own });
}

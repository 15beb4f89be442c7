import { expect, test } from 'vitest';
import { captchaToken, createAccount, PASSWORD, signedIn } from '../../tests/support/accounts.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { someOf } from '../../tests/support/detail.ts';
import { type DescribedRoute, describedRoutes } from '../../tests/support/routes.ts';
import { type Access, isForStaff } from '../sessions/access.ts';

const PSEUDO = { LANGUAGES: 'en,en-XA', SELF_REGISTRATION: 'true' };
const GATE = { GATE: 'token', GATE_SECRET: 'a-shared-secret-of-the-gate-long-enough' };

/** Replaced by a token of its own for each call. */
const SOLVED = 'solved';

const GOOD: Readonly<Record<string, unknown>> = {
  recaptchaToken: SOLVED,
  email: 'anna@example.com',
  code: '123456',
  username: 'anna',
  password: 'not the password',
  currentPassword: 'not the password',
  // Refused, because it is no new one.
  newPassword: PASSWORD,
  reason: 'no_mail',
  choice: 'go',
  success: true,
};
const BAD = [undefined, 0, '', 'x'.repeat(9_000), '\u0000', {}];

/** Answers say sentences in these fields only. */
const SPOKEN = ['message', 'error', 'refusal'];

function spokenIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    SPOKEN.includes(name) && typeof value === 'string' ? [value] : spokenIn(value),
  );
}

function bodiesFor({ fields }: DescribedRoute): (Record<string, unknown> | undefined)[] {
  if (fields === null) return [undefined, { unknown: 1 }];
  const good = Object.fromEntries(fields.map((field) => [field, GOOD[field] ?? 'some text']));
  const alone = fields.map((field) => ({ [field]: good[field] }));
  return [undefined, good, ...alone, ...fields.flatMap((field) => BAD.map((value) => ({ ...good, [field]: value })))];
}

async function callerOf(app: TestApp, username: string | null) {
  const signed = username === null ? app.client() : await signedIn(app, { username });
  signed.cookies.set('language', 'en-XA');
  return () => {
    // Another network for each call: nobody waits.
    const client = app.client();
    for (const [name, value] of signed.cookies) client.cookies.set(name, value);
    return client;
  };
}

test.for(
  someOf(
    [
      ['strangers', null, {}],
      ['users', 'mira', {}],
      ['strangers at a closed gate', null, GATE],
      ['users with a temporary password', 'tom', {}],
    ] as const,
    2,
  ),
)('%s read every sentence in their language, whatever they send to whichever route', async ([, username, env]) => {
  const app = await startApp({ env: { ...PSEUDO, ...env } });
  await createAccount(app, { username: 'mira', email: 'mira@example.com' });
  await createAccount(app, { username: 'tom', passwordState: 'temporary' });
  const routes = (await describedRoutes(app)).filter(({ access }) => !isForStaff(access as Access));
  let heard = 0;
  const untranslated = new Set<string>();
  for (const route of routes) {
    // A route may end the session.
    const next = await callerOf(app, username);
    for (const body of bodiesFor(route)) {
      const isSolved = body?.recaptchaToken === SOLVED;
      const payload = isSolved ? { ...body, recaptchaToken: await captchaToken(app) } : body;
      const answer = await next().request({
        method: route.method,
        url: `${route.path.replaceAll(/\{\w+\}/g, 'nothing')}?limit=0&algorithm=none`,
        ...(route.method !== 'GET' && payload !== undefined && { payload }),
      });
      if (!String(answer.headers['content-type']).startsWith('application/json')) continue;
      const { error: id, message, ...rest } = answer.json() ?? {};
      // The id of an error is for programs.
      for (const sentence of spokenIn(answer.statusCode < 400 ? answer.json() : { message, rest })) {
        heard += 1;
        if (!/^⟦.+⟧$/s.test(sentence)) untranslated.add(`${route.method} ${route.path} ${id}: ${sentence}`);
      }
    }
  }
  expect([...untranslated]).toEqual([]);
  expect(heard).toBeGreaterThan(100);
});

test.for([
  ['an unknown path', { url: '/api/nothing' }],
  ['another content type', { url: '/api/auth/login', headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  ['broken JSON', { url: '/api/auth/login', headers: { 'content-type': 'application/json' }, payload: '{' }],
  ['too much', { url: '/api/auth/login', payload: { username: 'x'.repeat(20_000) } }],
  ['another origin', { url: '/api/auth/login', headers: { origin: 'https://other.example' }, payload: {} }],
  ['another host', { url: '/api/auth/login', headers: { host: 'other.example' }, payload: {} }],
] as const)('People read what is wrong with %s in their language', async ([, request]) => {
  const app = await startApp({ env: PSEUDO });
  const client = app.client();
  client.cookies.set('language', 'en-XA');
  const answer = await client.request({ method: 'POST', ...request });
  expect([answer.statusCode, answer.json().message]).toEqual([expect.any(Number), expect.stringMatching(/^⟦.+⟧$/)]);
});

test('The back-office reads English', async () => {
  const app = await startApp({ env: PSEUDO });
  await createAccount(app, { username: 'ada', role: 'admin' });
  const admin = await signedIn(app, { username: 'ada' });
  admin.cookies.set('language', 'en-XA');
  const answer = await admin.post('/api/admin/users', { username: '' });
  expect(answer.json()).toEqual({ error: 'bad_input', message: 'Please enter a username' });
});

test('A refused code is told in the language that the guest reads now', async () => {
  const app = await startApp({ env: PSEUDO });
  const guest = app.client();
  const email = 'guest@example.com';
  await guest.post('/api/user/send-verification-code', { email });
  await guest.post('/api/guest/submit-code', { email, code: 'abcdef' });
  const english = 'The code is not correct. You have 2 tries left.';
  expect((await guest.post('/api/user/verify-code', { email, code: 'abcdef' })).json().message).toBe(english);
  guest.cookies.set('language', 'en-XA');
  expect((await guest.get('/api/guest/state')).json()).toMatchObject({
    refusal: `⟦${english}⟧`,
    processing: { message: `⟦${english}⟧` },
  });
});

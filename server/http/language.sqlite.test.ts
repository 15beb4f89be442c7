import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount, signedIn } from '../../tests/support/accounts.ts';
import { startApp } from '../../tests/support/app.ts';
import type { HttpClient } from '../../tests/support/http-client.ts';
import { openLanguages } from '../languages.ts';
import { requestLanguage } from './language.ts';

const BOTH = { LANGUAGES: 'en,en-XA' };

function webDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const page =
    '<!doctype html><html lang="en"><head><title></title><!--portal--></head><noscript><p><!--needs-script--></p></noscript></html>';
  writeFileSync(join(dir, 'index.html'), page);
  return dir;
}

const languageOf = (page: string) => /<html lang="([^"]+)" dir="ltr"/.exec(page)?.[1];
const ASKS = { 'accept-language': 'en-XA' };

const choose = (user: HttpClient, language: string) =>
  user.request({ method: 'PATCH', url: '/api/user/language', payload: { language } });

test('a page is written in the language that the browser asks for', async () => {
  const app = await startApp({ webDir: webDir(), env: BOTH });
  expect(languageOf((await app.client().get('/auth')).body)).toBe('en');
  expect(languageOf((await app.client().request({ url: '/auth', headers: ASKS })).body)).toBe('en-XA');
});

test('?lang= wins over what the browser asks for, and is kept', async () => {
  const app = await startApp({ webDir: webDir(), env: BOTH });
  const guest = app.client();
  expect(languageOf((await guest.get('/user/email-entry?lang=en-XA')).body)).toBe('en-XA');
  expect(guest.cookies.get('language')).toBe('en-XA');
  expect(languageOf((await guest.get('/user/email-entry')).body)).toBe('en-XA');
});

test('?lang= with a language that is not offered changes nothing', async () => {
  const app = await startApp({ webDir: webDir(), env: { LANGUAGES: 'en' } });
  const guest = app.client();
  expect(languageOf((await guest.get('/auth?lang=en-XA')).body)).toBe('en');
  expect(guest.cookies.has('language')).toBe(false);
});

test('the title of a page before the script is in its language', async () => {
  const app = await startApp({ webDir: webDir(), env: BOTH });
  expect((await app.client().get('/auth?lang=en-XA')).body).toContain('<title>⟦Sign in⟧ · Gatehouse');
});

test('the back-office is English, and the page knows what language the reader has elsewhere', async () => {
  const app = await startApp({ webDir: webDir(), env: BOTH });
  await createAccount(app, { role: 'admin' });
  const admin = await signedIn(app);
  const { body } = await admin.get('/admin/users?lang=en-XA');
  expect(languageOf(body)).toBe('en');
  expect(body).toContain('"language":"en-XA"');
  expect(languageOf((await admin.get('/user/email-entry')).body)).toBe('en-XA');
});

test('what the back-office calls answers in English', async () => {
  const languages = await openLanguages(['en', 'en-XA']);
  const languageAt = (url: string) =>
    requestLanguage({ languages })({ url, headers: { cookie: 'language=en-XA' }, session: null }).code;
  expect(languageAt('/api/admin/users')).toBe('en');
  expect(languageAt('/api/auth/login')).toBe('en-XA');
});

test.each(['/admin/login', '/admin/users', '/administration'])(
  'without a sign-in %s is in the reader’s language',
  async (path) => {
    const app = await startApp({ webDir: webDir(), env: BOTH });
    expect(languageOf((await app.client().get(`${path}?lang=en-XA`)).body)).toBe('en-XA');
  },
);

test('people without JavaScript read in their language that they need it', async () => {
  const app = await startApp({ webDir: webDir(), env: BOTH });
  expect((await app.client().get('/auth?lang=en-XA')).body).toContain('<p>⟦This portal needs JavaScript.');
});

test('the first of LANGUAGES is for people who read none of the others', async () => {
  const app = await startApp({ webDir: webDir(), env: { LANGUAGES: 'en-XA,en' } });
  expect(languageOf((await app.client().get('/auth')).body)).toBe('en-XA');
});

test('a language that is not shipped stops the start', async () => {
  await expect(startApp({ env: { LANGUAGES: 'en,xx' } })).rejects.toThrow('"xx" is not one of');
});

test('an account’s own choice holds in every browser without one', async () => {
  const app = await startApp({ webDir: webDir(), env: BOTH });
  await createAccount(app);
  const user = await signedIn(app);
  expect((await choose(user, 'en-XA')).json()).toEqual({ success: true });
  const other = await signedIn(app);
  expect(languageOf((await other.get('/user/email-entry')).body)).toBe('en-XA');
});

test('a language that is not offered cannot be chosen', async () => {
  const app = await startApp({ env: BOTH });
  await createAccount(app);
  const user = await signedIn(app);
  const answer = await choose(user, 'xx');
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'bad_input']);
});

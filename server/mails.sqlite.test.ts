import { expect, test } from 'vitest';
import { captchaToken, createAccount, signedIn } from '../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../tests/support/app.ts';
import { askForCode, guestInFlow } from '../tests/support/guest-in-flow.ts';
import { codeIn, TestSmtp } from '../tests/support/smtp.ts';

const EMAIL = 'mira@example.com';

async function portal(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, LANGUAGES: 'en,en-XA', ...env } });
  return { smtp, app };
}

/** The language that the page's switch has chosen. */
function readerOf(app: TestApp, language: string) {
  const client = app.client();
  client.cookies.set('language', language);
  return client;
}

test("A guest's code is in the language of the page", async () => {
  const { smtp, app } = await portal();
  for (const [index, language] of ['en-XA', 'en'].entries()) {
    const guest = readerOf(app, language);
    const answer = await guest.post('/api/user/send-verification-code', { email: `mira${index}@example.com` });
    expect(answer.statusCode, answer.body).toBe(200);
    const mail = await smtp.mail(index + 1);
    expect(mail.html).toContain(`<html lang="${language}"`);
    expect(mail.subject.startsWith('⟦')).toBe(language === 'en-XA');
    expect(mail.text.trimEnd().split('\n').at(-1)).toBe(`@localhost #${codeIn(mail)}`);
  }
});

test("A code that staff resend is in the guest's language, not in theirs", async () => {
  const { smtp, app } = await portal();
  const { client, id } = await guestInFlow(app, { ip: '192.0.2.7' });
  client.cookies.set('language', 'en-XA');
  await askForCode(app, client);
  expect((await smtp.mail(1)).subject).toContain('⟦');
  const admin = await signedIn(app, ADMIN);
  expect((await admin.post(`/api/admin/guests/${id}/resend`)).statusCode).toBe(200);
  expect((await smtp.mail(2)).subject).toBe('⟦Your verification code for Gatehouse⟧');
});

test('A registration is answered in the language of the page, a known address in that of its account', async () => {
  const { smtp, app } = await portal({ SELF_REGISTRATION: 'true' });
  await createAccount(app, { username: 'known', email: 'known@example.com' });
  await app.db.updateTable('users').set({ language: 'en' }).where('username', '=', 'known').execute();
  const register = async (email: string) => {
    const names = { username: 'nina', firstName: 'Nina', lastName: 'Kolb', password: 'a password of mine' };
    const form = { ...names, email, recaptchaToken: await captchaToken(app) };
    expect((await readerOf(app, 'en-XA').post('/api/auth/register', form)).statusCode).toBe(200);
  };
  await register('nina@example.com');
  expect((await smtp.mail(1)).subject).toContain('⟦Verify your email address');
  await register('known@example.com');
  expect((await smtp.mail(2)).subject).toBe('You already have an account at Gatehouse');
});

test('Emails about an account are in its language, first the chosen one, then that of the last sign-in', async () => {
  const { smtp, app } = await portal();
  const user = await createAccount(app, { email: EMAIL });
  const admin = await signedIn(app, ADMIN);
  const subjects: string[] = [];
  const columns = [
    { language: null, signed_in_language: null },
    { language: null, signed_in_language: 'en-XA' },
    { language: 'en', signed_in_language: 'en-XA' },
  ];
  for (const [index, languages] of columns.entries()) {
    await app.db.updateTable('users').set(languages).where('id', '=', user.id).execute();
    const answer = await admin.post(`/api/admin/users/${user.id}/reset-password`, { sendByMail: true });
    expect(answer.statusCode, answer.body).toBe(200);
    subjects.push((await smtp.mail(index + 1)).subject);
  }
  const english = 'Your new password at Gatehouse';
  expect(subjects).toEqual([english, `⟦${english}⟧`, english]);
});

test('A sign-in from a new browser is reported in the language that the account had before', async () => {
  const { smtp, app } = await portal();
  const user = await createAccount(app, { email: EMAIL });
  await signedIn(app);
  await app.db.updateTable('users').set({ signed_in_language: 'en-XA' }).where('id', '=', user.id).execute();
  await signedIn(app);
  expect((await smtp.mail(1)).subject).toBe('⟦⟦New sign-in⟧ at Gatehouse⟧');
  const { signed_in_language } = await app.db
    .selectFrom('users')
    .select('signed_in_language')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(signed_in_language).toBe('en');
});

import { describe, expect, test } from 'vitest';
import { mails } from '../../../messages/en.ts';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { until } from '../../../tests/support/process.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';
import { openLanguages } from '../../languages.ts';
import { NOTICES, type Notice, noticeMail } from './notices.ts';

const MIRA = 'mira@example.com';

async function portal() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' } });
  return { smtp, app };
}

/** Everything that waits is sent; what is not there then does not come. */
async function sent(app: TestApp, smtp: TestSmtp, mails: number) {
  await app.outbox.work();
  await until('nothing waits', async () => {
    const waiting = await app.db.selectFrom('outbox').select('id').where('state', '=', 'queued').execute();
    return waiting.length === 0;
  });
  await until(`${mails} mails have come`, () => smtp.received.length >= mails);
  return smtp.received.map(({ to, subject }) => `${to}: ${subject.replace(' at Gatehouse', '')}`).sort();
}

const change = (app: TestApp, id: string, path: string, payload?: object, method: 'PATCH' | 'POST' = 'PATCH') =>
  signedIn(app, ADMIN).then((admin) =>
    admin.request({ method, url: `/api/admin/users/${id}${path}`, ...(payload && { payload }) }),
  );

describe('Notices to the owner of an account', () => {
  test('The owner is notified of a new browser, not of the first or a known one', async () => {
    const { smtp, app } = await portal();
    await createAccount(app, { email: MIRA });
    const first = await signedIn(app);
    await first.post('/api/auth/logout');
    expect((await attemptSignIn(app, first)).statusCode).toBe(200);
    expect(await sent(app, smtp, 0)).toEqual([]);
    const second = await signedIn(app);
    expect(await sent(app, smtp, 1)).toEqual([`${MIRA}: New sign-in`]);
    const { text } = await smtp.mail(1);
    expect(text).toContain('Device: Chrome on Linux');
    expect(text).toContain('Account: mira');
    await attemptSignIn(app, second);
    expect(await sent(app, smtp, 1)).toHaveLength(1);
  });

  test('The owner is notified of a password change, their own or by staff', async () => {
    const { smtp, app } = await portal();
    const user = await createAccount(app, { email: MIRA });
    const client = await signedIn(app);
    const passwords = { currentPassword: PASSWORD, newPassword: 'something else entirely' };
    expect((await client.post('/api/auth/change-password', passwords)).statusCode).toBe(200);
    expect(await sent(app, smtp, 1)).toEqual([`${MIRA}: Password changed`]);
    expect((await change(app, user.id, '/reset-password', undefined, 'POST')).statusCode).toBe(200);
    expect(await sent(app, smtp, 2)).toEqual([`${MIRA}: Password changed`, `${MIRA}: Password reset`]);
    expect((await smtp.mail(2)).text).toContain('By: the support team');
    // The mail with the password says so itself.
    expect((await change(app, user.id, '/reset-password', { sendByMail: true }, 'POST')).statusCode).toBe(200);
    expect(await sent(app, smtp, 3)).toHaveLength(3);
    expect((await smtp.mail(3)).subject).toBe('Your new password at Gatehouse');
  });

  test('The owner is notified of a new role, and of a new address at both addresses', async () => {
    const { smtp, app } = await portal();
    const user = await createAccount(app, { email: MIRA });
    for (const role of ['helper', 'helper']) await change(app, user.id, '/role', { role });
    expect(await sent(app, smtp, 1)).toEqual([`${MIRA}: New role`]);
    for (const role of ['auditor', 'auditor']) await change(app, user.id, '/role', { role });
    const roles = [`${MIRA}: New role`, `${MIRA}: Role changed`];
    expect(await sent(app, smtp, 2)).toEqual(roles);
    const edit = (payload: object) => change(app, user.id, '', payload);
    expect((await edit({ firstName: 'Mira' })).statusCode).toBe(200);
    expect((await edit({ email: 'kolb@example.com' })).statusCode).toBe(200);
    const both = [`kolb@example.com: Email address changed`, `${MIRA}: Email address changed`];
    expect(await sent(app, smtp, 4)).toEqual([...both, ...roles].sort());
    expect((await edit({ email: null })).statusCode).toBe(200);
    expect(await sent(app, smtp, 5)).toHaveLength(5);
  });

  test('Without an address there is no notice', async () => {
    const { smtp, app } = await portal();
    const user = await createAccount(app);
    await signedIn(app);
    await signedIn(app);
    await change(app, user.id, '/role', { role: 'helper' });
    expect(await sent(app, smtp, 0)).toEqual([]);
  });
});

describe('Limits of notices', () => {
  test('Many new devices cause few notices and do not hide a password change', async () => {
    const { smtp, app } = await portal();
    await createAccount(app, { email: MIRA });
    for (let device = 0; device < 8; device += 1) await signedIn(app);
    expect(await sent(app, smtp, 5)).toEqual(Array(5).fill(`${MIRA}: New sign-in`));
    const client = await signedIn(app);
    const passwords = { currentPassword: PASSWORD, newPassword: 'something else entirely' };
    expect((await client.post('/api/auth/change-password', passwords)).statusCode).toBe(200);
    expect(await sent(app, smtp, 6)).toContain(`${MIRA}: Password changed`);
    app.clock.advance(61 * 60_000);
    await signedIn(app, { password: 'something else entirely' });
    expect(await sent(app, smtp, 7)).toHaveLength(7);
  });

  test('A bulk change sends two hundred notices and does not hide a change of one account', async () => {
    const { smtp, app } = await portal();
    const { id } = await createAccount(app, { email: MIRA });
    const one = await createAccount(app, { username: 'rows', email: 'rows@example.com' });
    const { password_hash } = one;
    const many = Array.from({ length: 230 }, (_, at) => ({
      ...one,
      id: `many-${at}`,
      username: `many-${at}`,
      username_key: `many-${at}`,
      email: `many-${at}@example.com`,
      email_key: `many-${at}@example.com`,
      password_hash,
    }));
    for (let at = 0; at < many.length; at += 50)
      await app.db
        .insertInto('users')
        .values(many.slice(at, at + 50))
        .execute();
    const admin = await signedIn(app, ADMIN);
    const bulk = { userIds: many.map((user) => user.id), action: 'role', value: 'helper' };
    expect((await admin.post('/api/admin/users/bulk-action', bulk)).json()).toEqual({ affected: 230 });
    const mails = await app.db.selectFrom('outbox').select(['recipient', 'turn']).execute();
    expect(mails).toHaveLength(200);
    expect(new Set(mails.map(({ turn }) => turn > 0))).toEqual(new Set([true]));
    await change(app, id, '/role', { role: 'helper' });
    await until('mira is told', () => smtp.received.some(({ to }) => to === MIRA));
  });
});

describe('The text of a notice', async () => {
  const languages = await openLanguages(['en']);
  const payload = { organisation: 'Example & Co', username: 'mira', at: Date.UTC(2026, 10, 16, 9, 5), from: null };
  const written = (notice: Notice, username = 'mira') =>
    noticeMail.render({ ...payload, username, notice, language: 'en' })(languages);

  test.for(NOTICES)('"%s" has no link and says what to do', (notice) => {
    const { subject, text, html } = written(notice);
    const { title, sentence } = mails.notices[notice];
    expect(subject).toBe(`${title} at Example & Co`);
    expect(`${text}${html}`).not.toMatch(/https?:|href|www\./);
    expect(text).toContain(sentence);
    expect(text).toContain('Time: 16 November 2026 at 09:05 UTC');
    expect(text).toContain('please contact the support team right away.');
    expect(html).toContain('Example &amp; Co');
  });

  test('A notice repeats no name that could be a link', () => {
    for (const username of ['evil.photography', 'my-bank.com', 'call 555 0100']) {
      const { text, html } = written('new device', username);
      expect(`${text}${html}`).not.toContain(username);
    }
  });
});

import { expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';
import { codeIn, type ReceivedMail, TestSmtp } from '../support/smtp.ts';

const PLANTED = 'mallory@example.com';
const NEW_PASSWORD = 'a password of mallory';

const giveRole = (admin: HttpClient, id: string, role: string) =>
  admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role } });
const mailPassword = (admin: HttpClient, id: string) =>
  admin.post(`/api/admin/users/${id}/reset-password`, { sendByMail: true });

/** Mallory enters her own address for a user, whom `admin` makes an admin later. */
async function start(role: 'manager' | 'admin', isConfirmed = false) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const { id: malloryId } = await createAccount(app, { username: 'mallory', role });
  const [admin, mallory] = [await signedIn(app, ADMIN), await signedIn(app, { username: 'mallory' })];
  const eve = { username: 'eve', role: 'user', email: isConfirmed ? 'first@example.com' : PLANTED };
  const { id, temporaryPassword: password } = (await mallory.post('/api/admin/users', eve)).json();
  if (isConfirmed) {
    const user = await signedIn(app, { username: 'eve', password });
    const passwords = { currentPassword: password, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await user.post('/api/auth/change-password', passwords)).statusCode).toBe(200);
    expect((await user.post('/api/auth/email-change', { email: PLANTED })).statusCode).toBe(200);
    await until('the code has come', () => smtp.received.some(({ to }) => to === PLANTED));
    const code = codeIn(smtp.received.find(({ to }) => to === PLANTED) as ReceivedMail);
    expect((await user.post('/api/auth/email-change/confirm', { code })).statusCode).toBe(200);
  }
  app.clock.advance(1_000);
  expect((await giveRole(admin, id, 'admin')).statusCode).toBe(200);
  return { smtp, app, admin, malloryId, id };
}

test('The password of an admin is not mailed to an address that a manager entered', async () => {
  const { smtp, app, admin, malloryId, id } = await start('manager');
  const mails = () => app.db.selectFrom('outbox').select('id').where('recipient', '=', PLANTED).execute();
  // That somebody made them an admin.
  expect(await mails()).toHaveLength(1);
  const refused = await mailPassword(admin, id);
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'mallory entered this email address. Give the password in person, or enter another address.',
  ]);
  expect(await mails()).toHaveLength(1);
  expect((await admin.request({ method: 'DELETE', url: `/api/admin/users/${malloryId}` })).statusCode).toBe(200);
  expect((await mailPassword(admin, id)).json().message).toMatch(/^A deleted account entered/);
  const payload = { email: 'eve@example.com' };
  expect((await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload })).statusCode).toBe(200);
  expect((await mailPassword(admin, id)).statusCode).toBe(200);
  await until('the password has come', () => smtp.received.some(({ to }) => to === payload.email));
});

test('Nor to an address that the manager confirmed as that user', async () => {
  const { admin, id } = await start('manager', true);
  expect((await mailPassword(admin, id)).json().message).toMatch(/^mallory entered/);
});

test('An admin who entered the address of a later admin is not a second person beside that admin', async () => {
  const { app, admin, id } = await start('admin');
  const answer = await mailPassword(admin, id);
  expect(answer.statusCode).toBe(200);
  const eve = await signedIn(app, { username: 'eve', password: answer.json().temporaryPassword });
  const passwords = { currentPassword: answer.json().temporaryPassword, newPassword: NEW_PASSWORD };
  await eve.post('/api/auth/change-password', { ...passwords, confirmPassword: NEW_PASSWORD });
  app.clock.advance(2 * 24 * 60 * 60 * 1000);
  const again = await signedIn(app, { username: 'mallory', password: PASSWORD });
  const settings = (await again.get('/api/admin/settings')).json();
  const proposed = await again.post('/api/admin/settings', { ...settings, supportContact: PLANTED });
  const [proposal] = proposed.json().waiting;
  const later = await signedIn(app, { username: 'eve', password: NEW_PASSWORD });
  expect((await later.post(`/api/admin/settings/proposals/${proposal.id}/confirm`)).statusCode).toBe(409);
  const honest = await signedIn(app, ADMIN);
  expect((await honest.post(`/api/admin/settings/proposals/${proposal.id}/confirm`)).statusCode).toBe(200);
});

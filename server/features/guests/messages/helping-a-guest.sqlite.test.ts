import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { captchaToken, createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { newDatabase } from '../../../../tests/support/database.ts';
import { askForCode, GUEST_EMAIL, guestInFlow } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';

async function admins(app: TestApp) {
  for (const username of ['ann', 'ben']) await createAccount(app, { username, role: 'admin' });
  return [await signedIn(app, { username: 'ann' }), await signedIn(app, { username: 'ben' })] as const;
}

async function portal(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const [ann, ben] = await admins(app);
  const guest = await guestInFlow(app, { ip: '192.0.2.7' });
  const helperOf = () => app.assignments.helperOf(guest.id)?.name ?? null;
  const changes = async () =>
    (await app.db.selectFrom('activity').selectAll().where('action', '=', 'admin_redirect').execute())
      .sort((one, other) => one.created_at - other.created_at)
      .map(({ actor_name, guest_id, details }) => {
        const { change, helper } = JSON.parse(details ?? '');
        expect(guest_id).toBe(guest.id);
        return [actor_name, change, ...(helper === undefined ? [] : [helper])];
      });
  return { app, ann, ben, guest, helperOf, changes };
}

const assign = (admin: HttpClient, id: string, body?: object) => admin.post(`/api/admin/guests/${id}/claim`, body);
const unassign = (admin: HttpClient, id: string) =>
  admin.request({ method: 'DELETE', url: `/api/admin/guests/${id}/claim` });
const resend = (admin: HttpClient, id: string, body?: object) => admin.post(`/api/admin/guests/${id}/resend`, body);

const TAKEN = [409, { error: 'assigned_to_other', message: 'ann is helping this guest.' }];
const said = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()];

describe('The helper of a guest', () => {
  test('A helper is assigned, shown to others, and can end the assignment', async () => {
    const { app, ann, ben, guest, helperOf, changes } = await portal();
    expect(said(await assign(ann, guest.id))).toEqual([200, { success: true, claimedBy: 'ann' }]);
    expect(helperOf()).toBe('ann');
    app.clock.advance(1);
    expect((await assign(ann, guest.id, {})).statusCode).toBe(200);
    expect(said(await assign(ben, guest.id))).toEqual(TAKEN);
    expect(said(await unassign(ben, guest.id))).toEqual(TAKEN);
    app.clock.advance(1);
    expect((await unassign(ann, guest.id)).statusCode).toBe(200);
    expect((await unassign(ann, guest.id)).statusCode).toBe(200);
    expect(helperOf()).toBeNull();
    app.clock.advance(1);
    expect((await assign(ben, guest.id)).statusCode).toBe(200);
    expect(await changes()).toEqual([
      ['ann', 'claimed'],
      ['ann', 'released'],
      ['ben', 'claimed'],
    ]);
  });

  test('Sending a message assigns the guest; other helpers are asked before they step in', async () => {
    const { app, ann, ben, guest, helperOf, changes } = await portal();
    await askForCode(app, guest.client);
    const steps: [string, object][] = [
      ['/api/admin/guest-prompt', { guestId: guest.id }],
      ['/api/admin/redirects', { guestId: guest.id, destinationPath: '/user/verify-code' }],
      ['/api/admin/redirects', { guestId: guest.id, exit: true }],
      [`/api/admin/guests/${guest.id}/resend`, {}],
    ];
    for (const [path, body] of steps) {
      expect((await ann.post(path, body)).statusCode).toBe(200);
      expect(helperOf()).toBe('ann');
      app.clock.advance(10_000);
      expect(said(await ben.post(path, body))).toEqual(TAKEN);
      await unassign(ann, guest.id);
      app.clock.advance(10_000);
    }
    // Nothing of what was refused is left.
    expect(app.messages.lastOf(guest.id)).toMatchObject({ kind: 'resend', by: 'ann' });
    await ann.post('/api/admin/guest-prompt', { guestId: guest.id });
    app.clock.advance(1_000);
    expect((await ben.post('/api/admin/guest-prompt', { guestId: guest.id, stepIn: true })).statusCode).toBe(200);
    expect(helperOf()).toBe('ben');
    expect((await changes()).filter(([, change]) => change === 'stepped in')).toEqual([['ben', 'stepped in', 'ann']]);
    // Without another helper there is nothing to log.
    await ben.post('/api/admin/guest-prompt', { guestId: guest.id, stepIn: true });
    expect((await changes()).filter(([, change]) => change === 'stepped in')).toHaveLength(1);
  });

  test('An assignment ends after two minutes of silence', async () => {
    const { app, ann, ben, guest, helperOf } = await portal();
    await assign(ann, guest.id);
    app.clock.advance(119_999);
    expect(helperOf()).toBe('ann');
    expect((await assign(ben, guest.id)).statusCode).toBe(409);
    await ann.post('/api/admin/guest-prompt', { guestId: guest.id });
    app.clock.advance(119_999);
    expect(helperOf()).toBe('ann');
    app.clock.advance(1);
    expect(helperOf()).toBeNull();
    expect((await assign(ben, guest.id)).statusCode).toBe(200);
    expect(helperOf()).toBe('ben');
  });

  test('An assignment ends when the guest succeeds, not at a wrong code', async () => {
    const smtp = await TestSmtp.start();
    const { app, ann, guest, helperOf } = await portal({ SMTP_URL: smtp.url });
    await askForCode(app, guest.client);
    const code = codeIn(await smtp.mail());
    await assign(ann, guest.id);
    const verify = (typed: string) => guest.client.post('/api/user/verify-code', { email: GUEST_EMAIL, code: typed });
    expect((await verify(code === '000000' ? '111111' : '000000')).statusCode).toBe(400);
    expect(helperOf()).toBe('ann');
    expect((await verify(code)).statusCode).toBe(200);
    expect(helperOf()).toBeNull();
  });

  test('Of two simultaneous helpers one gets the guest', async () => {
    const { ann, ben, guest, helperOf } = await portal();
    const answers = await Promise.all([assign(ann, guest.id), assign(ben, guest.id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(helperOf()).toBe(answers[0]?.statusCode === 200 ? 'ann' : 'ben');
  });
});

describe('A code that staff resend', () => {
  test("A resend goes to the guest's address, names the guest's location and replaces the code", async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const [ann] = await admins(app);
    const guest = await guestInFlow(app, { ip: '193.99.144.80' });
    await askForCode(app, guest.client);
    const first = codeIn(await smtp.mail(1));
    const answer = await resend(ann, guest.id);
    expect(said(answer)).toEqual([200, { success: true }]);
    const mail = await smtp.mail(2);
    const second = codeIn(mail);
    expect(mail.to).toBe(GUEST_EMAIL);
    expect(mail.text).toContain('Germany');
    await until('it is delivered', async () => app.messages.lastOf(guest.id)?.state === 'delivered');
    expect(app.messages.lastOf(guest.id)).toMatchObject({ kind: 'resend', target: null, by: 'ann' });
    const verify = (code: string) => guest.client.post('/api/user/verify-code', { email: GUEST_EMAIL, code });
    if (first !== second) expect((await verify(first)).statusCode).toBe(400);
    expect((await verify(second)).statusCode).toBe(200);
    const entry = await app.db
      .selectFrom('activity')
      .selectAll()
      .where('details', 'like', '%"resend"%')
      .executeTakeFirst();
    expect(entry).toMatchObject({ action: 'admin_redirect', actor_name: 'ann', guest_id: guest.id });
    const told = `${entry?.details} ${answer.body}`;
    for (const code of [first, second]) expectUnsaid(code, told);
    expect(told).not.toContain(GUEST_EMAIL);
  });

  test('A resend needs an address', async () => {
    const { ann, guest } = await portal();
    const message = 'The guest has not entered an email address yet';
    expect(said(await resend(ann, guest.id))).toEqual([409, { error: 'step_not_possible', message }]);
  });

  test("A resend counts like the guest's own request, and only the guest can solve a captcha", async () => {
    const { app, ann, guest } = await portal();
    for (let mails = 0; mails < 2; mails += 1) await askForCode(app, guest.client);
    expect((await resend(ann, guest.id)).statusCode).toBe(200);
    // Three a minute for the guest's network, by guest and staff together.
    expect((await resend(ann, guest.id)).json().error).toBe('too_many_requests');
    expect((await askForCode(app, guest.client)).json().error).toBe('too_many_requests');
    app.clock.advance(61_000);
    expect((await resend(ann, guest.id)).json()).toEqual({
      error: 'step_not_possible',
      message: 'We have sent this guest many codes. Now only the guest can ask for another one, with a captcha.',
    });
    expect((await askForCode(app, guest.client, { recaptchaToken: await captchaToken(app) })).statusCode).toBe(200);
    const mails = await app.db.selectFrom('outbox').select('id').where('channel', '=', 'mail').execute();
    expect(mails).toHaveLength(4);
  });

  test('A resend that the mail server rejects is withdrawn', async () => {
    const smtp = await TestSmtp.start();
    const { app, ann, guest } = await portal({ SMTP_URL: smtp.url });
    await askForCode(app, guest.client);
    await smtp.mail(1);
    smtp.behaviour = 'permanent-failure';
    expect((await resend(ann, guest.id)).statusCode).toBe(200);
    await until('it is withdrawn', async () => app.messages.lastOf(guest.id)?.state === 'withdrawn');
  });
});

test('Guest data is deleted by retention; what staff did and the guest was shown stays', async () => {
  const { app, ann, guest } = await portal();
  await ann.post('/api/admin/guest-prompt', { guestId: guest.id });
  await guest.client.get('/api/guest/check-prompt');
  const counts = async () => ({
    messages: (await app.db.selectFrom('guest_messages').selectAll().execute()).length,
    shown: (await app.db.selectFrom('activity').selectAll().where('action', '=', 'redirect').execute()).length,
    sent: (await app.db.selectFrom('activity').selectAll().where('action', '=', 'admin_redirect').execute()).length,
  });
  app.clock.advance(25 * 60 * 60_000);
  await app.sweep();
  expect(await counts()).toEqual({ messages: 1, shown: 1, sent: 1 });
  // Not in the list any more.
  expect(app.messages.lastOf(guest.id)).toBeNull();
  app.clock.advance(30 * 24 * 60 * 60_000);
  await app.sweep();
  expect(await counts()).toEqual({ messages: 0, shown: 1, sent: 1 });
  app.clock.advance(365 * 24 * 60 * 60_000);
  await app.sweep();
  expect(await counts()).toEqual({ messages: 0, shown: 0, sent: 0 });
});

if (inject('database') === 'postgres') {
  test('Of two admins on two processes one is assigned, and both processes know who', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    const [ann] = await admins(one);
    const ben = await signedIn(two, { username: 'ben' });
    const { client, id } = await guestInFlow(one, { ip: '192.0.2.7' });
    const there = two.client({ ip: '192.0.2.7' });
    for (const [name, value] of client.cookies) there.cookies.set(name, value);
    await there.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    for (let rounds = 0; rounds < 5; rounds += 1) {
      const answers = await Promise.all([
        ann.post('/api/admin/guest-prompt', { guestId: id }),
        ben.post('/api/admin/guest-prompt', { guestId: id }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const [winner, admin] = answers[0]?.statusCode === 200 ? ['ann', ann] : ['ben', ben];
      await until('both know', async () => [one, two].every((app) => app.assignments.helperOf(id)?.name === winner));
      await unassign(admin as HttpClient, id);
      await until('both know', async () => [one, two].every((app) => app.assignments.helperOf(id) === null));
    }
  });
}

import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../../../contract/guests/messages.rules.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { confirmAddress } from '../../../../tests/support/confirmed-guest.ts';
import { newDatabase } from '../../../../tests/support/database.ts';
import { EXIT_URL, setExit } from '../../../../tests/support/exit.ts';
import { askForCode, guestIdOf, guestInFlow, reportPage } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { TestSmtp } from '../../../../tests/support/smtp.ts';

const IP = '192.0.2.7';
const VERIFY = '/user/verify-code';
const ENTRY = '/user/email-entry';
const EMAIL_TEXT = 'Please enter your email';
const EXIT = { address: EXIT_URL, message: 'Thank you for completing the verification process' };

const promptOf = async (client: HttpClient) => (await client.get('/api/guest/check-prompt')).json();
const redirectOf = async (client: HttpClient) => (await client.get('/api/guest/check-redirect')).json().redirect;
const clear = (client: HttpClient) => client.post('/api/guest/clear-prompt');

interface Entry {
  action: string;
  userId: string;
  details: Record<string, string>;
}

async function portal(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const prompt = (body: object) => admin.post('/api/admin/guest-prompt', body);
  const redirect = (body: object) => admin.post('/api/admin/redirects', body);
  /** What the log has of messages, oldest first. */
  const entriesOf = async (guestId: string) => {
    const rows = await app.db
      .selectFrom('activity')
      .selectAll()
      .where('guest_id', '=', guestId)
      .where('action', 'in', ['admin_redirect', 'redirect'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(
      ({ action, user_id, details }): Entry => ({
        action,
        userId: user_id ?? '',
        details: JSON.parse(details ?? '{}'),
      }),
    );
  };
  const stateOf = (id: string) => app.messages.lastOf(id)?.state;
  return { app, admin, prompt, redirect, entriesOf, stateOf };
}

async function twoBehind(app: TestApp, ip = IP) {
  return [await guestInFlow(app, { ip }), await guestInFlow(app, { ip })] as const;
}

describe('Two guests behind one address', () => {
  test('Two guests behind one address each get their own prompts', async () => {
    const { app, prompt } = await portal();
    const [one, other] = await twoBehind(app);
    expect((await prompt({ guestId: one.id, prompt: 'email' })).statusCode).toBe(200);
    expect(await promptOf(other.client)).toMatchObject({ showPrompt: false });
    expect(await promptOf(one.client)).toEqual({ showPrompt: true, message: EMAIL_TEXT, kind: 'email' });
    // What the other one clears is not this one's.
    await clear(other.client);
    expect(await promptOf(one.client)).toMatchObject({ showPrompt: true });
    // A client without a cookie is neither of them.
    expect(await promptOf(app.client({ ip: IP }))).toMatchObject({ showPrompt: false });
    await clear(one.client);
    expect(await promptOf(one.client)).toMatchObject({ showPrompt: false });
  });

  test('Two guests behind one address are redirected separately, even if the address is given too', async () => {
    const { app, redirect } = await portal();
    const [one, other] = await twoBehind(app);
    await askForCode(app, one.client);
    const made = await redirect({ guestId: one.id, guestIp: IP, destinationPath: VERIFY });
    expect(made.json()).toMatchObject({ guestId: one.id, guestIp: IP, isGuestRedirect: true, destinationPath: VERIFY });
    expect(await redirectOf(other.client)).toBeNull();
    expect(await redirectOf(one.client)).toBe(VERIFY);
    expect(await redirectOf(one.client)).toBeNull();
  });

  test('A message to the address reaches both guests', async () => {
    const { app, prompt, redirect } = await portal();
    const [one, other] = await twoBehind(app);
    await prompt({ guestIp: IP });
    await redirect({ guestIp: IP, isGuestRedirect: true, destinationPath: VERIFY });
    for (const { client } of [one, other]) {
      expect(await promptOf(client)).toMatchObject({ showPrompt: true, kind: 'email' });
      await clear(client);
      expect(await promptOf(client)).toMatchObject({ showPrompt: false });
      expect(await redirectOf(client)).toBe(VERIFY);
      expect(await redirectOf(client)).toBeNull();
    }
    // It assigns no helper.
    expect([app.assignments.helperOf(one.id), app.assignments.helperOf(other.id)]).toEqual([null, null]);
    expect(app.messages.lastOf(one.id)).toMatchObject({ kind: 'redirect', target: VERIFY, state: 'delivered' });
  });
});

test('A second prompt to an address reaches the other browser after one was prompted alone', async () => {
  const { app, prompt } = await portal();
  const [one, other] = [app.client({ ip: IP }), app.client({ ip: IP })];
  // Both have just come: none has stayed yet.
  for (const client of [one, other]) await reportPage(client, 'Email Entry Page');
  await prompt({ guestIp: IP });
  for (const client of [one, other]) expect(await promptOf(client)).toMatchObject({ showPrompt: true });
  await clear(one);
  await prompt({ guestId: guestIdOf(app, one) });
  await promptOf(one);
  await clear(one);
  expect((await prompt({ guestIp: IP })).json()).toEqual({ success: true });
  for (const client of [one, other]) expect(await promptOf(client)).toMatchObject({ showPrompt: true });
});

test('At an address where no browser has stayed, any visitor gets the message', async () => {
  const { app, prompt, redirect } = await portal();
  await prompt({ guestIp: IP });
  await redirect({ guestIp: IP, isGuestRedirect: true, destinationPath: ENTRY });
  const [withCookie, without] = [app.client({ ip: IP }), app.client({ ip: IP })];
  await withCookie.get('/api/guest/state');
  for (const client of [withCookie, without]) expect(await promptOf(client)).toMatchObject({ showPrompt: true });
  expect(await promptOf(app.client({ ip: '192.0.2.8' }))).toMatchObject({ showPrompt: false });
  expect(await redirectOf(without)).toBe(ENTRY);
  expect(await redirectOf(withCookie)).toBeNull();
  await clear(without);
  expect(await promptOf(withCookie)).toMatchObject({ showPrompt: false });
});

test('A message to an unknown guest is rejected', async () => {
  const { admin, prompt, redirect } = await portal();
  const guestId = 'nobody-has-this1';
  const calls = [
    prompt({ guestId }),
    redirect({ guestId, destinationPath: ENTRY }),
    admin.post(`/api/admin/guests/${guestId}/claim`, {}),
    admin.request({ method: 'DELETE', url: `/api/admin/guests/${guestId}/claim` }),
    admin.post(`/api/admin/guests/${guestId}/resend`, {}),
  ];
  for (const answer of await Promise.all(calls))
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'guest_not_found']);
});

describe('A message that is not possible', () => {
  test.for([
    ['Email Entry Page', '/api/admin/guest-prompt', { prompt: 'code' }, 'The guest is not on the code page'],
    ['Verify Code Page', '/api/admin/guest-prompt', { prompt: 'email' }, 'The guest is not on the email page'],
    [
      'Email Entry Page',
      '/api/admin/redirects',
      { destinationPath: VERIFY },
      'The guest has not entered an email address yet',
    ],
    ['Email Entry Page', '/api/admin/redirects', { destinationPath: ENTRY }, 'The guest is already on this page'],
  ] as const)('On the %s the message %s is rejected: %o', async ([page, path, body, message]) => {
    const { app, admin } = await portal();
    const { id } = await guestInFlow(app, { ip: IP, page });
    const answer = await admin.post(path, { guestId: id, ...body });
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: 'step_not_possible', message }]);
    expect([app.messages.lastOf(id), app.assignments.helperOf(id)]).toEqual([null, null]);
  });

  test('A verified guest is neither sent to the form nor prompted for an address, and no redirect there counts as seen', async () => {
    const smtp = await TestSmtp.start();
    const { app, prompt, redirect, stateOf } = await portal({ SMTP_URL: smtp.url });
    const { client, id } = await guestInFlow(app, { ip: IP, page: 'Verify Code Page' });
    await confirmAddress(app, client, smtp, 'guest@example.com');
    await reportPage(client, 'Code Processing Complete');
    await app.presence.settle();
    const refused = await redirect({ guestId: id, destinationPath: ENTRY });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The guest is already verified, and can choose to confirm another address',
    ]);
    expect((await redirect({ guestIp: IP, isGuestRedirect: true, destinationPath: ENTRY })).statusCode).toBe(200);
    expect(await redirectOf(client)).toBe(ENTRY);
    await until('it is delivered', async () => stateOf(id) === 'delivered');
    await reportPage(client, 'Email Entry Page');
    expect(stateOf(id)).toBe('delivered');
    await app.presence.settle();
    const unprompted = await prompt({ guestId: id, prompt: 'email' });
    expect([unprompted.statusCode, unprompted.json().message]).toEqual([409, refused.json().message]);
  });

  test('A message to an address alone is not rejected for its page', async () => {
    const { app, prompt } = await portal();
    const { client } = await guestInFlow(app, { ip: IP });
    expect((await prompt({ guestIp: IP, prompt: 'code' })).statusCode).toBe(200);
    expect(await promptOf(client)).toMatchObject({ kind: 'code' });
  });
});

describe('The state of a message', () => {
  test('A prompt is sent, delivered when the page has it, and seen when it is on the screen', async () => {
    const { app, prompt, entriesOf, stateOf } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP });
    await prompt({ guestId: id });
    expect(app.messages.lastOf(id)).toMatchObject({
      kind: 'prompt',
      prompt: 'email',
      target: null,
      by: 'admin',
      state: 'sent',
    });
    app.clock.advance(1_000);
    for (let polls = 0; polls < 3; polls += 1) await promptOf(client);
    expect(stateOf(id)).toBe('delivered');
    app.clock.advance(1_000);
    await clear(client);
    await until('it is seen', async () => stateOf(id) === 'seen');
    const entries = await entriesOf(id);
    const messageId = entries[0]?.details.messageId;
    expect(messageId).toEqual(expect.any(String));
    const shown = { messageId, kind: 'prompt', prompt: 'email', text: EMAIL_TEXT };
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['admin_redirect', { change: 'prompt', prompt: 'email', text: EMAIL_TEXT, guest: IP, messageId }],
      ['redirect', { ...shown, state: 'delivered' }],
      ['redirect', { ...shown, state: 'seen' }],
    ]);
    expect(entries[1]?.userId).toBe('guest_192_0_2_7');
  });

  test('A prompt that no page has got is not cleared with the one before it', async () => {
    const { app, prompt, stateOf } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP });
    await prompt({ guestId: id });
    await promptOf(client);
    await prompt({ guestId: id });
    await clear(client);
    expect(stateOf(id)).toBe('sent');
    expect(await promptOf(client)).toMatchObject({ showPrompt: true });
    await clear(client);
    expect(stateOf(id)).toBe('seen');
    expect(await promptOf(client)).toMatchObject({ showPrompt: false });
  });

  test('A redirect is seen when its page is open, and no other page', async () => {
    const { app, redirect, stateOf } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP, page: 'Verify Code Page' });
    await redirect({ guestId: id, destinationPath: ENTRY });
    // The guest went there on their own: the redirect still waits.
    await reportPage(client, 'Email Entry Page');
    expect(stateOf(id)).toBe('sent');
    await reportPage(client, 'Verify Code Page');
    expect(await redirectOf(client)).toBe(ENTRY);
    await until('it is delivered', async () => stateOf(id) === 'delivered');
    await reportPage(client, 'Code Processing Complete');
    expect(stateOf(id)).toBe('delivered');
    await reportPage(client, 'Email Entry Page');
    await until('it is seen', async () => stateOf(id) === 'seen');
  });

  test('An exit is seen when the guest has left, and the log has the address and the text', async () => {
    const { app, redirect, entriesOf, stateOf } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP });
    await redirect({ guestId: id, exit: true });
    expect(await redirectOf(client)).toBe(EXIT.address);
    await until('it is delivered', async () => stateOf(id) === 'delivered');
    await client.post('/api/guest/exit', { choice: 'go' });
    await until('it is seen', async () => stateOf(id) === 'seen');
    expect((await entriesOf(id)).map(({ details }) => details)).toMatchObject([
      { change: 'exit', ...EXIT },
      { kind: 'exit', state: 'delivered', ...EXIT, message: VERIFICATION_ENDED },
      { kind: 'exit', state: 'seen', ...EXIT, message: VERIFICATION_ENDED },
    ]);
  });

  test('A redirect that is removed while it waits is withdrawn and never delivered', async () => {
    const { app, admin, redirect, entriesOf } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP, page: 'Verify Code Page' });
    const { id: redirectId } = (await redirect({ guestId: id, destinationPath: ENTRY })).json();
    await admin.request({ method: 'DELETE', url: `/api/admin/redirects/${redirectId}` });
    expect(app.messages.lastOf(id)).toMatchObject({ kind: 'redirect', state: 'withdrawn' });
    expect(await redirectOf(client)).toBeNull();
    await reportPage(client, 'Email Entry Page');
    expect(app.messages.lastOf(id)).toMatchObject({ state: 'withdrawn' });
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['admin_redirect', 'admin_redirect']);
  });

  test('A change of the settings withdraws waiting messages, not delivered ones', async () => {
    const { app, admin, prompt, redirect, stateOf } = await portal();
    const [prompted, leaving, told] = [await guestInFlow(app), await guestInFlow(app), await guestInFlow(app)] as const;
    await prompt({ guestId: prompted.id });
    await prompt({ guestId: told.id });
    await redirect({ guestId: leaving.id, exit: true });
    await promptOf(told.client);
    const { auditRetentionDays: _, ...settings } = (await admin.get('/api/admin/settings')).json();
    const changes = { emailPromptMessage: 'Your address', exitMessage: 'Bye' };
    expect((await admin.post('/api/admin/settings', { ...settings, ...changes })).statusCode).toBe(200);
    await until('it is known', async () => stateOf(prompted.id) === 'withdrawn' && stateOf(leaving.id) === 'withdrawn');
    expect(stateOf(told.id)).toBe('delivered');
    expect(await promptOf(prompted.client)).toMatchObject({ showPrompt: false });
    expect(await redirectOf(leaving.client)).toBeNull();
  });

  test('A newer message replaces the last one, whose state no longer changes', async () => {
    const { app, prompt, redirect, stateOf } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP, page: 'Verify Code Page' });
    await prompt({ guestId: id, prompt: 'code' });
    app.clock.advance(1);
    await redirect({ guestId: id, destinationPath: ENTRY });
    await promptOf(client);
    await promptOf(client);
    await clear(client);
    expect(app.messages.lastOf(id)).toMatchObject({ kind: 'redirect', state: 'sent' });
    const shown = await app.db.selectFrom('activity').selectAll().where('action', '=', 'redirect').execute();
    expect(shown.map(({ details }) => JSON.parse(details ?? '').state).sort()).toEqual(['delivered', 'seen']);
    expect(stateOf(id)).toBe('sent');
  });

  test('The state of a message survives a restart', async () => {
    const { app, prompt } = await portal();
    const { client, id } = await guestInFlow(app, { ip: IP });
    await prompt({ guestId: id });
    await promptOf(client);
    const before = app.messages.lastOf(id);
    const [helper, { database }] = [app.assignments.helperOf(id), app];
    await app.close();
    const again = await startApp({ database });
    expect([again.messages.lastOf(id), again.assignments.helperOf(id)]).toEqual([before, helper]);
  });
});

test('Any number of browsers at an address adds no more to the log than the row budget allows', async () => {
  const app = await startApp({ env: { ROW_BUDGET: '1000' } });
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/guest-prompt', { guestIp: IP });
  for (let index = 0; index < 50; index += 1) {
    const client = app.client({ ip: IP });
    await client.get('/api/guest/state');
    expect(await promptOf(client)).toMatchObject({ showPrompt: true });
  }
  const entries = await app.db.selectFrom('activity').selectAll().where('action', '=', 'redirect').execute();
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.length).toBeLessThanOrEqual(1_000 / 40);
});

if (inject('database') === 'postgres') {
  test('A message delivered by one process and seen at another is logged once each', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    const { client, id } = await guestInFlow(one, { ip: IP });
    const there = two.client({ ip: IP });
    for (const [name, value] of client.cookies) there.cookies.set(name, value);
    const admin = await signedIn(one, ADMIN);
    await admin.post('/api/admin/guest-prompt', { guestId: id });
    await until('the other process shows it', async () => (await promptOf(there)).showPrompt);
    await Promise.all([promptOf(client), promptOf(there), promptOf(client)]);
    await clear(there);
    await until('both know', async () => [one, two].every((app) => app.messages.lastOf(id)?.state === 'seen'));
    const entries = await one.db.selectFrom('activity').selectAll().where('action', '=', 'redirect').execute();
    expect(entries.map(({ details }) => JSON.parse(details ?? '').state).sort()).toEqual(['delivered', 'seen']);
  });
}

import { describe, expect, test } from 'vitest';
import { REPLIES } from '../../../../contract/guests/messages.rules.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../../tests/support/app.ts';
import { askForCode, GUEST_EMAIL, guestInFlow } from '../../../../tests/support/guest-in-flow.ts';
import { until } from '../../../../tests/support/process.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';

const IP = '192.0.2.7';
const NEW_CODE = REPLIES['new-code'];

async function portal() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const admin = await signedIn(app, ADMIN);
  const { client, id: guestId } = await guestInFlow(app, { ip: IP, page: 'Verify Code Page' });
  await askForCode(app, client);
  const code = codeIn(await smtp.mail(1));
  const reply = (body: object) => admin.post('/api/admin/guest-prompt', { guestId, ...body });
  const shown = async () => (await client.get('/api/guest/check-prompt')).json().message;
  const rows = () => app.db.selectFrom('guest_messages').selectAll().orderBy('id').execute();
  return { smtp, app, admin, client, guestId, code, reply, shown, rows };
}

describe('a fixed reply', () => {
  test.for(['check-spam', 'check-address'] as const)('%s is sent by its text or name', async (prompt) => {
    const { client, reply, shown } = await portal();
    for (const body of [{ message: REPLIES[prompt] }, { prompt }]) {
      expect((await reply(body)).json()).toEqual({ success: true });
      expect(await shown()).toBe(REPLIES[prompt]);
      await client.post('/api/guest/clear-prompt');
      expect(await shown()).toBeNull();
    }
  });

  test.for([
    'please check your spam folder',
    'Please check your spam folder and call us',
    "We've just sent you a new code to your phone",
  ])('is nothing like it: “%s” is refused', async (message) => {
    const { reply, shown } = await portal();
    expect((await reply({ message })).statusCode).toBe(400);
    expect(await shown()).toBeNull();
  });

  test('is logged with the text that was sent and shown', async () => {
    const { app, client, reply, shown } = await portal();
    await reply({ prompt: 'check-spam' });
    await shown();
    await client.post('/api/guest/clear-prompt');
    const entries = await app.db
      .selectFrom('activity')
      .select('details')
      .where('action', 'in', ['admin_redirect', 'redirect'])
      .orderBy('id')
      .execute();
    const text = REPLIES['check-spam'];
    expect(entries.map(({ details }) => JSON.parse(details ?? ''))).toMatchObject([
      { change: 'prompt', prompt: 'check-spam', text },
      { kind: 'prompt', prompt: 'check-spam', state: 'delivered', text },
      { kind: 'prompt', prompt: 'check-spam', state: 'seen', text },
    ]);
  });

  test('reaches every guest of an address', async () => {
    const { admin, shown } = await portal();
    await admin.post('/api/admin/guest-prompt', { guestIp: IP, message: REPLIES['check-spam'] });
    expect(await shown()).toBe(REPLIES['check-spam']);
  });

  test('stays when the messages of the settings change', async () => {
    const { app, admin, reply, shown } = await portal();
    await reply({ prompt: 'check-spam' });
    app.clock.advance(1_000);
    const before = (await admin.get('/api/admin/settings')).json();
    await admin.post('/api/admin/settings', { ...before, emailPromptMessage: 'Your address, please' });
    expect(await shown()).toBe(REPLIES['check-spam']);
  });

  test('is not shown to a guest who has succeeded in the meantime', async () => {
    const { client, code, reply, shown, rows } = await portal();
    await reply({ prompt: 'check-spam' });
    await client.post('/api/user/verify-code', { email: GUEST_EMAIL, code });
    expect(await shown()).toBeNull();
    expect(await rows()).toMatchObject([{ is_waiting: 0, withdrawn_why: 'outdated' }]);
  });
});

describe('the reply about a new code', () => {
  test('comes with the code, once the mail server has it', async () => {
    const { smtp, reply, shown, rows } = await portal();
    smtp.behaviour = 'slow';
    expect((await reply({ message: NEW_CODE })).json()).toEqual({ success: true });
    await until('the mail server has the email', () => smtp.waiting === 1);
    expect(await shown()).toBeNull();
    smtp.behaviour = 'accept';
    smtp.release();
    await until('it is shown', async () => (await shown()) === NEW_CODE);
    expect(await rows()).toMatchObject([
      { kind: 'resend', withdrawn_at: null },
      { kind: 'prompt', prompt: 'new-code', text: NEW_CODE },
    ]);
  });

  test('names the code that works', async () => {
    const { smtp, client, reply } = await portal();
    await reply({ prompt: 'new-code' });
    const code = codeIn(await smtp.mail(2));
    expect((await client.post('/api/user/verify-code', { email: GUEST_EMAIL, code })).statusCode).toBe(200);
  });

  test('is not sent where no code can be', async () => {
    const { app, client, reply, rows } = await portal();
    for (let mails = 0; mails < 2; mails += 1) await askForCode(app, client);
    expect((await reply({ prompt: 'new-code' })).statusCode).toBe(429);
    expect(await rows()).toEqual([]);
  });

  test('is withdrawn when the email is rejected', async () => {
    const { smtp, app, guestId, reply, shown } = await portal();
    smtp.behaviour = 'permanent-failure';
    await reply({ prompt: 'new-code' });
    await until('it is withdrawn', () => app.messages.lastOf(guestId)?.state === 'withdrawn');
    expect(await shown()).toBeNull();
  });

  test('is not shown after the code has expired', async () => {
    const { smtp, app, client, guestId, reply, rows } = await portal();
    await reply({ prompt: 'new-code' });
    await smtp.mail(2);
    await until('the email is sent', async () => (await rows())[0]?.delivered_at !== null);
    app.clock.advance(300_000);
    expect((await client.get('/api/guest/check-prompt')).json().showPrompt).toBe(false);
    expect(app.messages.lastOf(guestId)).toMatchObject({ prompt: 'new-code', state: 'withdrawn' });
  });

  test('is for one guest, not for an address', async () => {
    const { admin, rows } = await portal();
    const answer = await admin.post('/api/admin/guest-prompt', { guestIp: IP, message: NEW_CODE });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'A new code goes to one guest. Choose the guest first.',
    ]);
    expect(await rows()).toEqual([]);
  });
});

test('a resend is delivered, whatever staff send after it', async () => {
  const { smtp, admin, guestId, reply, rows } = await portal();
  smtp.behaviour = 'slow';
  await admin.post(`/api/admin/guests/${guestId}/resend`);
  await until('the mail server has the email', () => smtp.waiting === 1);
  await reply({ prompt: 'check-spam' });
  smtp.release();
  await until('it is delivered', async () => (await rows())[0]?.delivered_at !== null);
});

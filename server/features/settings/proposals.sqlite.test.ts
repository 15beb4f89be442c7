import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from '../../../contract/log/activity.ts';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import type { Proposal } from '../../../contract/settings/settings.ts';
import { createAccount, PASSWORD, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { detail } from '../../../tests/support/detail.ts';
import { EXIT_URL, setExit } from '../../../tests/support/exit.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { messageRow } from '../../../tests/support/message-row.ts';
import { until } from '../../../tests/support/process.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';

const HOUR_MS = 60 * 60 * 1000;
const OLD = 'https://example.com';
const NEW = 'https://look-alike.example/login';

/** Everything but what is proposed is as it was. */
async function proposing(admin: HttpClient, changes: object = { exitUrl: NEW }) {
  const before = (await admin.get('/api/admin/settings')).json();
  return admin.post('/api/admin/settings', { ...before, ...changes });
}

const exitOf = async (admin: HttpClient): Promise<string> => (await admin.get('/api/admin/settings')).json().exitUrl;
const waitingFor = async (admin: HttpClient): Promise<Proposal[]> =>
  (await admin.get('/api/admin/settings/proposals')).json();
const act = (admin: HttpClient, id: string | undefined, what: 'confirm' | 'withdraw') =>
  admin.post(`/api/admin/settings/proposals/${id}/${what}`);
const answerOf = async (answer: ReturnType<HttpClient['post']>) => {
  const { statusCode } = await answer;
  return [statusCode, (await answer).json().error ?? null];
};

async function stepsIn(admin: HttpClient) {
  const entries: ActivityEntry[] = (await admin.get('/api/admin/activity?limit=200')).json();
  return entries
    .filter(({ details }) => String(details?.change).startsWith('setting'))
    .reverse()
    .map(({ details, userName, formerName }) => [userName ?? formerName, details?.change, details?.settings]);
}

const bell = async (admin: HttpClient): Promise<string[]> => {
  const told: Notification[] = (await admin.get('/api/admin/notifications?type=settings_change')).json();
  return told.map(({ message }) => message).reverse();
};

/** Three admins who know nothing of each other: `admin`, vera and mallory. */
async function threeAdmins(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  await createAccount(app, { username: 'vera', role: 'admin' });
  await createAccount(app, { username: 'mallory', role: 'admin' });
  return {
    app,
    admin: await signedIn(app, ADMIN),
    vera: await signedIn(app, { username: 'vera' }),
    mallory: await signedIn(app, { username: 'mallory' }),
  };
}

const later = async (app: TestApp, ms: number, username: string) => {
  app.clock.advance(ms);
  return signedIn(app, username === 'admin' ? ADMIN : { username });
};

describe('A proposed exit host', () => {
  test('A new exit host waits for a second admin, and every step is logged and announced with both values', async () => {
    const { app, vera, mallory } = await threeAdmins();
    const answer = await proposing(mallory, { exitUrl: NEW, exitMessage: 'Goodbye' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      {
        exitUrl: OLD,
        exitMessage: 'Goodbye',
        waiting: [{ setting: 'exitUrl', from: OLD, to: NEW, proposedBy: 'mallory', confirmation: 'own' }],
      },
    ]);
    const [proposal] = await waitingFor(vera);
    expect(proposal).toMatchObject({ to: NEW, confirmation: 'possible' });
    expect(Date.parse(proposal?.inForceAt ?? '') - Date.parse(proposal?.proposedAt ?? '')).toBe(24 * HOUR_MS);
    const refused = await act(mallory, proposal?.id, 'confirm');
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'You proposed this change yourself. Another admin has to confirm it, or it takes effect by itself.',
    ]);
    expect(await exitOf(vera)).toBe(OLD);
    app.clock.advance(1_000);
    const confirmed = await act(vera, proposal?.id, 'confirm');
    expect([confirmed.statusCode, confirmed.json()]).toMatchObject([200, { exitUrl: NEW, waiting: [] }]);
    expect(await answerOf(act(vera, proposal?.id, 'confirm'))).toEqual([404, 'proposal_gone']);
    expect(await answerOf(act(vera, proposal?.id, 'withdraw'))).toEqual([404, 'proposal_gone']);
    const change = { exitUrl: { from: OLD, to: NEW } };
    expect(await stepsIn(vera)).toEqual([
      ['mallory', 'setting proposed', change],
      ['mallory', 'settings', { exitMessage: expect.anything() }],
      ['vera', 'setting confirmed', change],
    ]);
    expect((await bell(vera)).filter((message) => message.includes('exit URL'))).toEqual([
      expect.stringMatching(
        /^mallory proposed to change the exit URL to "https:\/\/look-alike.example\/login"; it is "https:\/\/example.com"\. .* on 20..-..-.. ..:.. UTC$/,
      ),
      `vera confirmed mallory's proposal to change the exit URL to "${NEW}"; it was "${OLD}"`,
    ]);
  });

  test('A new exit host takes effect after a day, at that moment and once', async () => {
    const { app, mallory } = await threeAdmins();
    const guest = app.client();
    await proposing(mallory);
    let vera = await later(app, 24 * HOUR_MS - 10_000, 'vera');
    expect(await exitOf(vera)).toBe(OLD);
    const exit = { guestIp: guest.ip, isGuestRedirect: true, exit: true };
    await vera.post('/api/admin/redirects', exit);
    app.clock.advance(10_000);
    // A message to the old exit leads nowhere, even before the new one is written.
    expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({ redirect: null, message: null });
    expect((await vera.post('/api/admin/redirects', exit)).json()).toMatchObject({ destinationPath: NEW });
    await Promise.all([app.sweep(), exitOf(vera), exitOf(vera), waitingFor(vera)]);
    expect(await exitOf(vera)).toBe(NEW);
    expect(await waitingFor(vera)).toEqual([]);
    vera = await later(app, HOUR_MS, 'vera');
    await app.sweep();
    const change = { exitUrl: { from: OLD, to: NEW } };
    expect(await stepsIn(vera)).toEqual([
      ['mallory', 'setting proposed', change],
      ['mallory', 'setting in force', change],
    ]);
    expect((await bell(vera)).at(-1)).toBe(
      `mallory's proposal took effect after 24 hours: the exit URL changed to "${NEW}"; it was "${OLD}"`,
    );
  });

  test('Two processes write a due proposal once', async ({ skip }) => {
    const { app, mallory } = await threeAdmins();
    if (app.database.env.DATABASE_URL === undefined) skip();
    const second = await startApp({ database: app.database });
    await proposing(mallory);
    const elsewhere = await signedIn(second, ADMIN);
    await until('the other process knows of it', async () => (await waitingFor(elsewhere)).length === 1);
    app.clock.advance(25 * HOUR_MS);
    second.clock.advance(25 * HOUR_MS);
    await Promise.all([app.sweep(), second.sweep()]);
    const admin = await signedIn(second, ADMIN);
    expect((await stepsIn(admin)).map(([, change]) => change)).toEqual(['setting proposed', 'setting in force']);
  });

  test.for([
    ['PATCH', '/status', { status: 'suspended' }],
    ['DELETE', '', undefined],
  ] as const)('A proposal lapses with its proposer: %s%s', async ([method, path, payload]) => {
    const { app, vera, mallory } = await threeAdmins();
    await proposing(mallory);
    const users = app.db.selectFrom('users').select('id').where('username', '=', 'mallory');
    const { id } = await users.executeTakeFirstOrThrow();
    const url = `/api/admin/users/${id}${path}`;
    expect((await vera.request({ method, url, ...(payload && { payload }) })).statusCode).toBe(200);
    expect(await waitingFor(vera)).toEqual([]);
    expect((await bell(vera)).at(-1)).toBe(
      `mallory's proposal to change the exit URL to "${NEW}" was dropped because mallory is no longer an active admin; it stays "${OLD}"`,
    );
    const again = await later(app, 25 * HOUR_MS, 'vera');
    expect(await exitOf(again)).toBe(OLD);
    expect((await stepsIn(again)).at(-1)?.[1]).toBe('setting lapsed');
  });

  detail('Any admin can withdraw a proposal, its proposer too', async () => {
    const { app, vera, mallory } = await threeAdmins();
    for (const [index, admin] of [vera, mallory].entries()) {
      await proposing(mallory, { exitUrl: `${NEW}/${index}` });
      app.clock.advance(1_000);
      const [proposal] = await waitingFor(admin);
      expect((await act(admin, proposal?.id, 'withdraw')).json()).toMatchObject({ exitUrl: OLD, waiting: [] });
    }
    await later(app, 25 * HOUR_MS, 'vera').then(async (again) => expect(await exitOf(again)).toBe(OLD));
    expect((await bell(await signedIn(app, ADMIN))).filter((message) => message.includes('withdrew'))).toEqual([
      `vera withdrew mallory's proposal to change the exit URL to "${NEW}/0"; it stays "${OLD}"`,
      `mallory withdrew their proposal to change the exit URL to "${NEW}/1"; it stays "${OLD}"`,
    ]);
  });

  detail('A later proposal replaces the first; the same one again changes nothing', async () => {
    const { app, vera, mallory } = await threeAdmins();
    await proposing(mallory);
    const [first] = await waitingFor(vera);
    app.clock.advance(HOUR_MS);
    // Saving the current value, or proposing the same again, changes nothing.
    const admin = await signedIn(app, { username: 'vera' });
    expect((await proposing(admin, { exitMessage: 'Bye' })).statusCode).toBe(200);
    expect((await proposing(admin)).statusCode).toBe(202);
    expect(await waitingFor(admin)).toEqual([first]);
    expect((await proposing(admin, { exitUrl: 'https://third.example' })).statusCode).toBe(202);
    expect(await waitingFor(admin)).toMatchObject([{ to: 'https://third.example', proposedBy: 'vera' }]);
    expect(await answerOf(act(admin, first?.id, 'confirm'))).toEqual([404, 'proposal_gone']);
  });

  test('A new exit host takes effect at once for a single admin or on the same host', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const alone = await proposing(admin);
    expect([alone.statusCode, alone.json().exitUrl]).toEqual([200, NEW]);
    await createAccount(app, { username: 'vera', role: 'admin' });
    const sameHost = await proposing(admin, { exitUrl: 'https://look-alike.example/other' });
    expect([sameHost.statusCode, sameHost.json().exitUrl]).toEqual([200, 'https://look-alike.example/other']);
    expect((await proposing(admin, { exitUrl: 'https://look-alike.example:8443/' })).statusCode).toBe(202);
  });

  test('A new exit host makes a text with the old one unusable, and the settings say so', async () => {
    const { app, vera, mallory } = await threeAdmins();
    await setExit(app);
    expect((await proposing(mallory, { exitMessage: 'Go on at example.com' })).statusCode).toBe(200);
    await proposing(mallory);
    const [proposal] = await waitingFor(vera);
    expect((await act(vera, proposal?.id, 'confirm')).json()).toMatchObject({
      exitMessage: 'Go on at example.com',
      notUsed: ['exitMessage'],
    });
    expect((await stepsIn(vera)).at(-1)?.[2]).toEqual({
      exitUrl: { from: EXIT_URL, to: NEW },
      exitMessage: { from: 'Go on at example.com', to: 'Thank you for completing the verification process' },
    });
  });
});

describe('The second admin is a second person', () => {
  const withTemporaryPassword = async (app: TestApp, username: string, temporaryPassword: string) => {
    const client = await signedIn(app, { username, password: temporaryPassword });
    const answer = await client.post('/api/auth/change-password', {
      currentPassword: temporaryPassword,
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return client;
  };
  const made = async (app: TestApp, maker: HttpClient, username: string) => {
    const answer = await maker.post('/api/admin/users', { username, role: 'admin' });
    expect(answer.statusCode, answer.body).toBe(200);
    return withTemporaryPassword(app, username, answer.json().temporaryPassword);
  };
  const refusedFor = async (confirmer: HttpClient) => {
    const [proposal] = await waitingFor(confirmer);
    expect(proposal?.confirmation).toBe('too_new');
    expect(await answerOf(act(confirmer, proposal?.id, 'confirm'))).toEqual([409, 'needs_another_admin']);
  };

  test('An account that the proposer created cannot confirm, nor the account that created the proposer', async () => {
    const { app, vera, mallory } = await threeAdmins();
    const eve = await made(app, mallory, 'eve');
    const trudy = await made(app, eve, 'trudy');
    await proposing(mallory);
    await refusedFor(eve);
    await refusedFor(trudy);
    const [proposal] = await waitingFor(vera);
    await act(vera, proposal?.id, 'withdraw');
    await proposing(eve);
    await refusedFor(mallory);
    await refusedFor(trudy);
    expect(await exitOf(vera)).toBe(OLD);
  });

  test('Such an account cannot confirm a day later, but after a month', async () => {
    const { app, mallory } = await threeAdmins();
    await made(app, mallory, 'eve');
    await proposing(await later(app, 25 * HOUR_MS, 'mallory'));
    await refusedFor(await signedIn(app, { username: 'eve' }));
    // An independent admin can.
    expect(await waitingFor(await signedIn(app, { username: 'vera' }))).toMatchObject([{ confirmation: 'possible' }]);
    await proposing(await later(app, 31 * 24 * HOUR_MS, 'mallory'), { exitUrl: 'https://third.example' });
    await app.sweep();
    expect(await waitingFor(await signedIn(app, { username: 'eve' }))).toMatchObject([{ confirmation: 'possible' }]);
  });

  test('An admin whom the proposer reset, unlocked or promoted cannot confirm', async () => {
    const { app, mallory } = await threeAdmins();
    const rows = await app.db.selectFrom('users').select(['id', 'username']).execute();
    const idOf = (name: string) => rows.find(({ username }) => username === name)?.id;
    const reset = await mallory.post(`/api/admin/users/${idOf('vera')}/reset-password`);
    const vera = await withTemporaryPassword(app, 'vera', reset.json().temporaryPassword);
    await proposing(mallory);
    await refusedFor(vera);
    const { id } = await createAccount(app, { username: 'ulf' });
    const url = `/api/admin/users/${id}/role`;
    const promoted = await mallory.request({ method: 'PATCH', url, payload: { role: 'admin' } });
    await refusedFor(await withTemporaryPassword(app, 'ulf', promoted.json().temporaryPassword));
  });

  const patch = (client: HttpClient, id: string, path: string, payload: object) =>
    client.request({ method: 'PATCH', url: `/api/admin/users/${id}${path}`, payload });
  const idOf = async (app: TestApp, username: string) =>
    (await app.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;

  type Act = (app: TestApp, vera: HttpClient, eve: string) => Promise<unknown>;
  const suspendAndActivate: Act = async (_app, vera, eve) => {
    await patch(vera, eve, '/status', { status: 'suspended' });
    await patch(vera, eve, '/status', { status: 'active' });
  };
  const demoteAndPromote: Act = async (_app, vera, eve) => {
    await patch(vera, eve, '/role', { role: 'helper' });
    await patch(vera, eve, '/role', { role: 'admin' });
  };
  const resetPassword: Act = async (app, vera, eve) => {
    const reset = await vera.post(`/api/admin/users/${eve}/reset-password`);
    await withTemporaryPassword(app, 'eve', reset.json().temporaryPassword);
  };
  test.for([
    ['suspends and activates it', suspendAndActivate],
    ['asks it to sign in again', (_app, vera, eve) => patch(vera, eve, '/status', { status: 'needs_auth' })],
    ['changes its role and back', demoteAndPromote],
    ['resets its password', resetPassword],
    ['edits its address', (_app, vera, eve) => patch(vera, eve, '', { email: 'eve@example.com' })],
  ] as [string, Act][])('An account of the proposer cannot confirm, even if another admin %s', async ([, act]) => {
    const { app, mallory } = await threeAdmins();
    await made(app, mallory, 'eve');
    const eve = await idOf(app, 'eve');
    await act(app, await later(app, 29 * 24 * HOUR_MS, 'vera'), eve);
    // The thirty days begin anew: for a while it was not in use before the eyes of the others.
    await proposing(await later(app, 29 * 24 * HOUR_MS, 'mallory'));
    await app.sweep();
    await refusedFor(await signedIn(app, { username: 'eve' }));
    // The admin who did it has not become dependent on the one who made the account.
    expect(await waitingFor(await signedIn(app, { username: 'vera' }))).toMatchObject([{ confirmation: 'possible' }]);
  });

  test('A helper account of the proposer cannot confirm after another admin promoted it', async () => {
    const { app, mallory } = await threeAdmins();
    const answer = await mallory.post('/api/admin/users', { username: 'eve', role: 'helper' });
    await withTemporaryPassword(app, 'eve', answer.json().temporaryPassword);
    const vera = await later(app, 40 * 24 * HOUR_MS, 'vera');
    await app.sweep();
    await patch(vera, answer.json().id, '/role', { role: 'admin' });
    await proposing(await later(app, 25 * HOUR_MS, 'mallory'));
    await refusedFor(await signedIn(app, { username: 'eve' }));
  });

  test('An admin whose address or, while suspended, password the proposer changed cannot confirm', async () => {
    const { app, mallory } = await threeAdmins();
    const vera = await idOf(app, 'vera');
    await patch(mallory, vera, '', { email: 'mallory@example.com' });
    const ulf = await createAccount(app, { username: 'ulf', role: 'admin', status: 'suspended' });
    const reset = await mallory.post(`/api/admin/users/${ulf.id}/reset-password`);
    await patch(await later(app, 24 * HOUR_MS, 'admin'), ulf.id, '/status', { status: 'active' });
    await withTemporaryPassword(app, 'ulf', reset.json().temporaryPassword);
    await proposing(await later(app, 25 * HOUR_MS, 'mallory'));
    await refusedFor(await signedIn(app, { username: 'vera' }));
    await refusedFor(await signedIn(app, { username: 'ulf' }));
  });

  test('An account whose temporary password was unused for most of the month cannot confirm', async () => {
    const { app, admin, mallory } = await threeAdmins();
    await proposing(admin, { temporaryPasswordDays: 30 });
    const answer = await mallory.post('/api/admin/users', { username: 'eve', role: 'admin' });
    app.clock.advance(29 * 24 * HOUR_MS);
    await withTemporaryPassword(app, 'eve', answer.json().temporaryPassword);
    await proposing(await later(app, 2 * 24 * HOUR_MS, 'mallory'));
    await refusedFor(await signedIn(app, { username: 'eve' }));
  });

  test('An account created by an account of the proposer cannot confirm, even after a deletion', async () => {
    const { app, mallory, vera } = await threeAdmins();
    const eve = await made(app, mallory, 'eve');
    await made(app, eve, 'trudy');
    await vera.request({ method: 'DELETE', url: `/api/admin/users/${await idOf(app, 'eve')}` });
    await proposing(await later(app, 25 * HOUR_MS, 'mallory'));
    await app.sweep();
    await refusedFor(await signedIn(app, { username: 'trudy' }));
  });

  test.for([
    ['suspended', 'PATCH', '/status', { status: 'suspended' }],
    ['demoted', 'PATCH', '/role', { role: 'user' }],
    ['deleted', 'DELETE', '', undefined],
  ] as const)('A new exit host waits even if the other admins were just %s', async ([, method, path, payload]) => {
    const { app, mallory } = await threeAdmins();
    const others = app.db.selectFrom('users').select('id').where('username', '<>', 'mallory');
    for (const { id } of await others.execute()) {
      const answer = await mallory.request({
        method,
        url: `/api/admin/users/${id}${path}`,
        ...(payload && { payload }),
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect((await proposing(mallory)).statusCode).toBe(202);
    expect(await exitOf(mallory)).toBe(OLD);
    // A day later no other admin could come back.
    const again = await later(app, 25 * HOUR_MS, 'mallory');
    expect((await proposing(again, { exitUrl: 'https://third.example' })).statusCode).toBe(200);
  });

  test('Two simultaneous confirmations count once', async () => {
    const { admin, vera, mallory } = await threeAdmins();
    await proposing(mallory);
    const [proposal] = await waitingFor(vera);
    const answers = await Promise.all([vera, admin, vera, admin].map((client) => act(client, proposal?.id, 'confirm')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404]);
    expect((await stepsIn(vera)).filter(([, change]) => change === 'setting confirmed')).toHaveLength(1);
  });
});

test('Every change of the support contact waits, and it is an email address, a link or a phone number', async () => {
  const { vera, mallory } = await threeAdmins();
  for (const supportContact of ['call us', 'http://example.com', 'javascript:alert(1)'])
    expect(await answerOf(proposing(mallory, { supportContact }))).toEqual([400, 'bad_input']);
  for (const supportContact of ['help@example.com', 'https://example.com/help', '+49 30 901820', '']) {
    const answer = await proposing(mallory, { supportContact });
    if (supportContact === '') expect(answer.json().waiting).toMatchObject([{ to: '' }]);
    expect(answer.statusCode).toBe(202);
    const [proposal] = await waitingFor(vera);
    expect((await act(vera, proposal?.id, 'confirm')).json()).toMatchObject({ supportContact, waiting: [] });
    expect((await mallory.get('/api/portal')).json().supportContact).toBe(supportContact || null);
  }
});

describe('EXIT_HOSTS', () => {
  test('EXIT_HOSTS is the only list of hosts, and a change within it does not wait', async () => {
    const { mallory } = await threeAdmins({ EXIT_HOSTS: 'thanks.example,example.com' });
    const answer = await proposing(mallory, { exitUrl: 'https://evil.example' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The exit URL must be on one of the hosts the operator allows: thanks.example, example.com',
    ]);
    const fine = await proposing(mallory, { exitUrl: 'https://thanks.example/bye' });
    expect([fine.statusCode, fine.json().exitUrl]).toEqual([200, 'https://thanks.example/bye']);
  });

  test('EXIT_HOSTS includes the port: another server on the same host is not allowed', async () => {
    const { mallory } = await threeAdmins({ EXIT_HOSTS: 'thanks.example,shop.example:8443' });
    for (const exitUrl of ['https://thanks.example:8443/', 'https://shop.example/', 'https://shop.example:8444/']) {
      const answer = await proposing(mallory, { exitUrl });
      expect([exitUrl, answer.statusCode, answer.json().message]).toEqual([
        exitUrl,
        400,
        'The exit URL must be on one of the hosts the operator allows: thanks.example, shop.example:8443',
      ]);
    }
    for (const exitUrl of ['https://thanks.example:443/bye', 'https://shop.example:8443/bye'])
      expect((await proposing(mallory, { exitUrl })).json().exitUrl).toBe(exitUrl);
  });

  test('A stored exit outside EXIT_HOSTS is never used', async () => {
    const app = await startApp({ env: { EXIT_HOSTS: 'thanks.example' } });
    await setExit(app);
    const admin = await signedIn(app, ADMIN);
    expect((await admin.get('/api/admin/settings')).json()).toMatchObject({ notUsed: ['exitUrl'], exitUrl: EXIT_URL });
    const guest = app.client();
    const target = { guestIp: guest.ip, isGuestRedirect: true };
    const refused = await admin.post('/api/admin/redirects', { ...target, exit: true });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'There is no exit: the exit URL in Settings is not on a host the operator allows.',
    ]);
    expect((await admin.post('/api/admin/redirects', { ...target, destinationPath: EXIT_URL })).statusCode).toBe(400);
    // One that was on its way when the list was made.
    await app.db
      .insertInto('guest_messages')
      .values(
        messageRow({
          id: 'planted',
          guest_ip: guest.ip,
          kind: 'exit',
          target: EXIT_URL,
          text: 'Thank you for completing the verification process',
          is_persistent: 1,
          created_at: app.clock.now(),
        }),
      )
      .execute();
    await app.messages.load();
    expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({ redirect: null, message: null });
  });
});

describe('Texts for guests', () => {
  test.for([
    ['Call 0800 123 456', "Messages can't have phone numbers, or four or more digits in a row"],
    [
      'Go to bank.example',
      'Messages can only mention this portal and the exit URL: “bank.example” looks like another site',
    ],
    ['Write to @bank', "Messages can't have links, email addresses or names with @"],
    ['x'.repeat(201), 'Messages can have at most 200 characters'],
  ] as const)('The text "%s" is rejected with a sentence', async ([text, sentence]) => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const name of ['emailPromptMessage', 'codePromptMessage', 'exitMessage']) {
      const answer = await proposing(admin, { [name]: text });
      expect([name, answer.statusCode, answer.json().message]).toEqual([name, 400, sentence]);
    }
  });

  test('Stored texts that break a rule are not shown, and the settings say so', async () => {
    const app = await startApp();
    await app.db
      .insertInto('settings')
      .values([
        { name: 'codePromptMessage', value: 'Call 0800 123 456 and tell us your code' },
        { name: 'exitMessage', value: 'Go on at example.com' },
        { name: 'exitUrl', value: EXIT_URL },
      ])
      .execute();
    await app.close();
    const restarted = await startApp({ database: app.database });
    const admin = await signedIn(restarted, ADMIN);
    const guest = restarted.client();
    await admin.post('/api/admin/guest-prompt', { guestIp: guest.ip, prompt: 'code' });
    expect((await guest.get('/api/guest/check-prompt')).json()).toEqual({
      showPrompt: true,
      message: 'Please enter your verification code again',
      kind: 'code',
    });
    expect((await admin.get('/api/admin/settings')).json()).toMatchObject({
      codePromptMessage: 'Call 0800 123 456 and tell us your code',
      notUsed: ['codePromptMessage'],
      nameableHosts: ['localhost', 'example.com'],
    });
  });
});

detail('Admins get an email with both values; of a flood a few, and the last one says so', async () => {
  const smtp = await TestSmtp.start();
  const { app, mallory } = await threeAdmins({ SMTP_URL: smtp.url });
  await createAccount(app, { username: 'ulf', role: 'admin', email: 'ulf@example.com' });
  await createAccount(app, { username: 'una', role: 'admin', email: 'una@example.com', status: 'suspended' });
  await createAccount(app, { username: 'user', email: 'user@example.com' });
  await proposing(mallory, { codePromptMessage: 'Your bank has sent you a code', exitUrl: NEW });
  await app.outbox.work();
  await until('both mails have come', () => smtp.received.length === 2);
  const isTo = ({ to }: { to: string }) => to === 'ulf@example.com';
  expect(smtp.received.every(isTo)).toBe(true);
  const texts = smtp.received.flatMap(({ text, html }) => [text, html]);
  expect(texts.filter((text) => text.includes('look-alike.example/login') && text.includes('it is'))).toHaveLength(2);
  expect(texts.filter((text) => text.includes('Your bank has sent you a code'))).toHaveLength(2);
  expect(texts.filter((text) => text.includes('Please enter your verification code again'))).toHaveLength(2);

  for (const letter of 'abcdefghijklmnopqrst')
    expect((await proposing(mallory, { codePromptMessage: `Text ${letter}` })).statusCode).toBe(200);
  const queued = await app.db.selectFrom('outbox').select('id').where('channel', '=', 'mail').execute();
  expect(queued).toHaveLength(11);
  await app.outbox.work();
  await until('they have come', () => smtp.received.length === 11);
  expect(smtp.received.filter(({ text }) => text.includes('no more emails like this'))).toHaveLength(1);
  // A new exit is announced all the same.
  await proposing(mallory, { exitUrl: 'https://third.example' });
  await app.outbox.work();
  await until('that one has come', () => smtp.received.length === 12);
});

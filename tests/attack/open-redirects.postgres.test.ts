import { expect, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../contract/guests/messages.rules.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import { messageRow } from '../support/message-row.ts';

const GOOD = 'https://example.com/thanks';
const IP = '203.0.113.7';

/** Targets that fool checks of the text. */
const ELSEWHERE = [
  'https://evil.example',
  'http://evil.example',
  'http://example.com',
  'HTTPS://EXAMPLE.COM',
  'https://example.com/',
  'https://example.com.evil.example',
  'https://example.com@evil.example',
  'https://example.com:443@evil.example',
  'https://example.com%2f@evil.example',
  'https://example.com\\@evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/user/email-entry/../../..//evil.example',
  '/user/email-entry?next=//evil.example',
  '/user/email-entry#//evil.example',
  '/user/email-entry\n',
  ' /user/email-entry',
  '/USER/email-entry',
  '/user%2femail-entry',
  '/%2f%2fevil.example',
  'user/email-entry',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'https://example\u3002com',
  'https://example.com\u2028.evil.example',
  '/admin',
  '/auth',
  '/',
];

/** One of each kind; `contract/exit-url.test.ts` has many more. */
const NO_EXITS = [
  'https://example.com@evil.example',
  'https://example.com\\@evil.example',
  'https:///evil.example',
  'https://ev\til.example',
  'https://evil\u3002example',
  'https:evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)//https://example.com',
  'data:text/html,https://example.com',
  'http://example.com',
  `https://example.com/${'a'.repeat(2_000)}`,
];

const settingsWith = (exitUrl: string) => ({
  emailPromptMessage: 'a',
  codePromptMessage: 'b',
  exitMessage: 'Goodbye',
  exitUrl,
});

const redirectOf = async (app: TestApp, ip = IP) => (await app.client({ ip }).get('/api/guest/check-redirect')).json();

const planted = (app: TestApp, index: number) => ({
  id: `planted-${index}`,
  reason: null,
  is_persistent: index % 2,
  created_at: app.clock.now(),
});

test('Neither an admin nor a row in the database can redirect anyone outside the portal', async () => {
  const app = await startApp();
  const { id } = await createAccount(app);
  const admin = await signedIn(app, ADMIN);
  const user = await signedIn(app);
  const changes = await changesBy(app, async () => {
    for (const destinationPath of [...ELSEWHERE, '/'.repeat(3_000)]) {
      for (const [url, body] of [
        ['/api/admin/redirects', { userId: id, destinationPath }],
        ['/api/admin/redirects', { isGuestRedirect: true, guestIp: IP, destinationPath }],
        [
          '/api/admin/redirects',
          { isGuestRedirect: true, guestIp: IP, userId: id, destinationPath, isPersistent: true },
        ],
        ['/api/admin/redirects/bulk', { filter: 'online', destinationPath }],
      ] as const) {
        const { statusCode } = await admin.post(url, body);
        expect([destinationPath, url, statusCode]).toEqual([destinationPath, url, 400]);
      }
    }
    // Users never leave the portal, not even to the exit.
    expect((await admin.post('/api/admin/redirects', { userId: id, destinationPath: GOOD })).statusCode).toBe(400);
  });
  expect(changes).toEqual([]);

  // Rows by an attacker with database access, or by an older version.
  const ipOf = (index: number) => `203.0.113.${index}`;
  const rows = ELSEWHERE.flatMap((target, index) =>
    (['redirect', 'exit'] as const).map((kind) => {
      const row = { ...planted(app, index), guest_ip: ipOf(index), kind, target, text: 'Goodbye' };
      return messageRow({ ...row, id: `${row.id}-${kind}` });
    }),
  );
  await app.db.insertInto('guest_messages').values(rows).execute();
  await app.messages.load();
  for (const [index, destination] of ELSEWHERE.entries())
    expect([destination, await redirectOf(app, ipOf(index))]).toEqual([destination, { redirect: null, message: null }]);
  for (const [index, destination_path] of [...ELSEWHERE, GOOD].entries()) {
    await app.db.deleteFrom('redirects').execute();
    const row = { ...planted(app, index), user_id: id, destination_path };
    await app.db.insertInto('redirects').values(row).execute();
    await app.redirects.load();
    const poll = (await user.get('/api/user/check-redirect')).json();
    expect([destination_path, poll]).toEqual([destination_path, { redirect: null, isPersistent: false, reason: null }]);
  }
  // A page of the portal is delivered.
  await admin.post('/api/admin/redirects', { userId: id, destinationPath: '/terms-agreement' });
  expect((await user.get('/api/user/check-redirect')).json()).toMatchObject({ redirect: '/terms-agreement' });
});

test('The exit URL is checked when it is saved and when it is used', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const saved = await changesBy(app, async () => {
    for (const exitUrl of NO_EXITS) {
      const answer = await admin.post('/api/admin/settings', settingsWith(exitUrl));
      expect([exitUrl, answer.statusCode, answer.json().message]).toEqual([
        exitUrl,
        400,
        expect.stringMatching(/^Please enter a valid HTTPS URL$|^Exit URL must start with https:\/\/$/),
      ]);
    }
  });
  expect(saved).toEqual([]);

  // A redirect to a former exit is not delivered.
  const change = (exitUrl: string) => admin.post('/api/admin/settings', settingsWith(exitUrl));
  await change(GOOD);
  const guest = { isGuestRedirect: true, guestIp: IP, destinationPath: GOOD, isPersistent: true };
  expect((await admin.post('/api/admin/redirects', guest)).statusCode).toBe(200);
  expect(await redirectOf(app)).toEqual({ redirect: GOOD, message: VERIFICATION_ENDED });
  await change('https://example.com/bye');
  expect(await redirectOf(app)).toEqual({ redirect: null, message: null });

  // An unchecked exit in the database is not delivered either.
  const unchecked = 'https://example.com@evil.example';
  await app.db.updateTable('settings').set({ value: unchecked }).where('name', '=', 'exitUrl').execute();
  await app.db.updateTable('guest_messages').set({ target: unchecked }).execute();
  await app.close();
  const again = await startApp({ database: app.database });
  expect(await redirectOf(again)).toEqual({ redirect: null, message: null });
});

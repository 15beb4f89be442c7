import { expect, test } from 'vitest';
import type { SavedView } from '../../contract/views/views.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { BOT_TOKEN } from '../support/bot-api.ts';
import { reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';

const EMAIL = 'somebody@example.com';

async function saveView(client: HttpClient, name: string, query: string): Promise<void> {
  const { statusCode, body } = await client.post('/api/admin/views', { name, path: '/admin/users', query });
  expect(statusCode, body).toBe(200);
}

const viewsOf = async (client: HttpClient) =>
  ((await client.get('/api/admin/views')).json() as SavedView[]).map(({ name }) => name).sort();

async function erase(app: TestApp, client: HttpClient): Promise<void> {
  const { statusCode, body } = await client.post('/api/admin/people/erase', { email: EMAIL });
  expect(statusCode, body).toBe(200);
  await app.erasures.settle();
}

test('Erasing a person whose name is a common word takes along nothing that is not about them', async () => {
  const app = await startApp({ env: { TELEGRAM_API_ROOT: 'https://127.0.0.1:1' } });
  const admin = await signedIn(app, ADMIN);
  const before = (await admin.get('/api/admin/settings')).json();
  await admin.post('/api/admin/settings', { ...before, telegramBotToken: BOT_TOKEN, telegramChatId: '42' });
  await createAccount(app, { username: 'suspended', email: EMAIL, firstName: 'Guest' });
  await signedIn(app, { username: 'suspended' });
  const guest = app.client();
  await reportPage(guest, 'Email Entry Page');
  await guest.post('/api/guest/help', { reason: 'told_to_come' });
  await app.presence.settle();
  await app.notifications.settle();
  await saveView(admin, 'Suspended users', 'standing=suspended');
  await saveView(admin, 'One of them', 'q=suspended');

  const texts = async () => {
    const rows = app.db.selectFrom('outbox').select('sealed').where('channel', '=', 'chat').execute();
    return (await rows).map(({ sealed }) => app.keys.open(sealed ?? '', 'outbox'));
  };
  const said = /A guest chose/;
  const waiting = await texts();
  expect(waiting.filter((text) => said.test(text))).toHaveLength(1);
  expect(waiting.filter((text) => text.includes('suspended signed in'))).toHaveLength(1);
  await erase(app, admin);
  const left = await texts();
  expect(left.filter((text) => said.test(text))).toHaveLength(1);
  expect(left.filter((text) => text.includes('suspended signed in'))).toEqual([]);
  expect(await viewsOf(admin)).toEqual(['Suspended users']);
});

test('A saved view does not keep an erased person in its name', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id } = await createAccount(app, { email: EMAIL, firstName: 'Mira', lastName: 'Kolb' });
  await saveView(admin, `Asked by ${EMAIL.toUpperCase()}`, 'role=user');
  await saveView(admin, "Mira Kolb's colleagues", 'role=user');
  await saveView(admin, 'One account', `user=${id}`);
  await saveView(admin, 'Kolb Street', 'role=user');
  await erase(app, admin);
  expect(await viewsOf(admin)).toEqual(['Kolb Street']);
});

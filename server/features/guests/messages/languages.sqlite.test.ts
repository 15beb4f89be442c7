import { expect, test } from 'vitest';
import type { Guest, TimelineEntry } from '../../../../contract/guests/guests.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { Notification } from '../../../../contract/notifications/notifications.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';

const ASKS = { 'accept-language': 'en-XA' };
const TRANSLATED = { emailPromptMessage: 'Ihre Adresse, bitte' };

async function guestAndStaff() {
  const app = await startApp({ env: { LANGUAGES: 'en,en-XA' } });
  const admin = await signedIn(app, ADMIN);
  const guest = app.client();
  await guest.request({
    method: 'POST',
    url: '/api/guest/log-activity',
    payload: { page: 'Email Entry Page' },
    headers: ASKS,
  });
  const listed = async (): Promise<Guest> => (await admin.get('/api/admin/guests')).json()[0];
  const { id: guestId } = await listed();
  const prompt = (body: object = {}) => admin.post('/api/admin/guest-prompt', { guestId, prompt: 'email', ...body });
  const shown = async (headers: Record<string, string> = ASKS) =>
    (await guest.request({ url: '/api/guest/check-prompt', headers })).json().message;
  const save = async (change: object) => {
    const before = (await admin.get('/api/admin/settings')).json();
    return admin.post('/api/admin/settings', { ...before, ...change });
  };
  return { admin, guest, guestId, listed, prompt, shown, save };
}

const received = async (admin: HttpClient) => {
  const entries: ActivityEntry[] = (await admin.get('/api/admin/activity?filter=admin_redirect')).json();
  return entries.reverse().map(({ details }) => {
    const { change, state, text, language } = details ?? {};
    return [change ?? state, text, language];
  });
};

test('A guest reads a prompt in their language; row, log and timeline say so', async () => {
  const { admin, guest, guestId, listed, prompt, shown, save } = await guestAndStaff();
  expect((await listed()).language).toBe('en-XA');
  await prompt();
  expect(await shown()).toBe('⟦Please enter your email⟧');
  expect((await save({ translations: { 'en-XA': TRANSLATED } })).statusCode).toBe(200);
  expect(await shown()).toBeNull();
  await prompt();
  expect(await shown()).toBe(TRANSLATED.emailPromptMessage);
  await guest.request({ method: 'POST', url: '/api/guest/clear-prompt', headers: ASKS });
  const log = await received(admin);
  for (const what of ['prompt', 'delivered', 'seen'])
    expect(log).toContainEqual([what, TRANSLATED.emailPromptMessage, 'en-XA']);
  const timeline: TimelineEntry[] = (await admin.get(`/api/admin/guests/${guestId}/timeline`)).json();
  expect(timeline.find(({ event }) => event === 'prompt')?.shown).toEqual({
    text: TRANSLATED.emailPromptMessage,
    language: 'en-XA',
  });
});

test('A guest who changes the language reads the prompt again in that one, and the log has both', async () => {
  const { admin, listed, prompt, shown } = await guestAndStaff();
  await prompt({ prompt: 'check-address' });
  expect(await shown()).toBe('⟦Please check your email address⟧');
  expect(await shown({ 'accept-language': 'en' })).toBe('Please check your email address');
  expect((await listed()).language).toBe('en');
  const delivered = (await received(admin)).filter(([what]) => what === 'delivered');
  expect(delivered).toEqual([
    ['delivered', '⟦Please check your email address⟧', 'en-XA'],
    ['delivered', 'Please check your email address', undefined],
  ]);
});

test('The log says that a guest has seen the text that they read last', async () => {
  const { admin, guest, prompt, shown } = await guestAndStaff();
  await prompt({ prompt: 'check-address' });
  for (const language of ['en-XA', 'en', 'en-XA']) await shown({ 'accept-language': language });
  await guest.request({ method: 'POST', url: '/api/guest/clear-prompt', headers: ASKS });
  const seen = (await received(admin)).filter(([what]) => what === 'seen');
  expect(seen).toEqual([['seen', '⟦Please check your email address⟧', 'en-XA']]);
});

test('A translation is announced with its language and both values, keeps the rules, and can be removed', async () => {
  const { admin, save } = await guestAndStaff();
  const translated = (text: string) => save({ translations: { 'en-XA': { exitMessage: text } } });
  expect((await translated('Call 0800 123')).statusCode).toBe(400);
  expect((await save({ translations: { en: { exitMessage: 'Bye' } } })).statusCode).toBe(400);
  expect((await save({ translations: { de: { exitMessage: 'Bye' } } })).statusCode).toBe(400);
  expect((await translated('Tschüss')).json().translations).toEqual({ 'en-XA': { exitMessage: 'Tschüss' } });
  // What is left out stays.
  expect((await save({ translations: undefined })).json().translations['en-XA'].exitMessage).toBe('Tschüss');
  const bell: Notification[] = (await admin.get('/api/admin/notifications?type=settings_change')).json();
  expect(bell.map(({ title }) => title)).toEqual([expect.stringMatching(/^Exit message in English .* changed$/)]);
  expect(bell[0]?.message).toMatch(/changed the exit message in English .* to "Tschüss"; it was ""/);
  const entries: ActivityEntry[] = (await admin.get('/api/admin/activity')).json();
  expect(entries.map(({ details }) => details)).toContainEqual({
    change: 'settings',
    settings: { 'exitMessage.en-XA': { from: '', to: 'Tschüss' } },
  });
  expect((await translated('')).json().translations).toEqual({ 'en-XA': {} });
});

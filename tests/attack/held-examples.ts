import { expect } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { keyInput, makeKey } from '../support/api-key.ts';
import type { TestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { askForCode, guestInFlow } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';
import { smallJpeg } from '../support/jpeg.ts';
import { OWN, totpCode } from '../support/second-factor.ts';

/** An admin at work, with something to work on. */
export interface Work {
  readonly app: TestApp;
  readonly client: HttpClient;
  /** The same admin in another browser. */
  readonly elsewhere: HttpClient;
  readonly guestId: string;
  readonly notificationId: string;
  readonly proposalId: string;
  readonly deliveryId: string;
  readonly jobId: string;
  /** Different for each request. */
  readonly number: number;
}

interface Request {
  /** Replace the route's parameters, in order. */
  readonly ids?: readonly string[];
  readonly payload?: object | string;
  /** The error that the request gets if it is not refused, when it does not succeed. */
  readonly error?: string;
}

type Example = (work: Work) => Request | Promise<Request>;

const userOf = ({ app, number }: Work) => createAccount(app, { username: `target-${number}` });
const onUser = async (work: Work) => ({ ids: [(await userOf(work)).id] });
/** A target that also needs a step-up. */
const onStaff = async ({ app, number }: Work) => ({
  ids: [(await createAccount(app, { username: `helper-${number}`, role: 'helper' })).id],
});

const holdOn = (number: number, { clock }: TestApp) => ({
  email: `held-${number}@example.com`,
  reason: 'A court asked for it',
  until: new Date(clock.now() + 60_000).toISOString(),
});

async function ok(answer: Promise<{ statusCode: number; body: string; json(): unknown }>): Promise<unknown> {
  const { statusCode, body, json } = await answer;
  expect(statusCode, body).toBe(200);
  return json();
}

async function withApp({ app, client }: Work): Promise<void> {
  const { secret } = (await ok(client.post(`${OWN}/totp`))) as { secret: string };
  await ok(client.post(`${OWN}/totp/confirm`, { totp: totpCode(secret, app.clock.now()) }));
}

async function newPasskey({ client }: Work) {
  const options = await ok(client.post(`${OWN}/passkeys/options`));
  return { name: 'A key', passkey: new Authenticator().create(options as never) };
}

async function withPasskey(work: Work): Promise<string> {
  await ok(work.client.post(`${OWN}/passkeys`, await newPasskey(work)));
  const { passkeys } = (await ok(work.client.get(OWN))) as { passkeys: { id: string }[] };
  return passkeys[0]?.id as string;
}

const aRedirect = async (work: Work) => ({
  userId: (await onStaff(work)).ids[0],
  destinationPath: '/terms-agreement',
});
/** With a second factor, so that it also needs a step-up. */
async function newPassword(work: Work): Promise<Request> {
  await withApp(work);
  return { payload: { currentPassword: PASSWORD, newPassword: `another password ${work.number}` } };
}

const askForChange = ({ client, number }: Work) =>
  ok(client.post('/api/auth/email-change', { email: `new-${number}@example.com` }));

/** One effective request for every route that changes something for a person. A new route needs a line here. */
export const EXAMPLES: Record<string, Example> = {
  'POST /api/admin/api-keys': ({ app, number }) => ({
    payload: keyInput(app, { name: `key ${number}`, scopes: ['users:read'] }),
  }),
  'POST /api/admin/api-keys/{id}/confirm': () => ({ ids: ['nothing'], error: 'api_key_gone' }),
  'DELETE /api/admin/api-keys/{id}': async ({ app, client, number }) => ({
    ids: [(await makeKey(app, client, { name: `key ${number}` })).id],
  }),
  'POST /api/admin/bulk-jobs': ({ number }) => ({
    payload: { filter: { q: `nobody-${number}` }, action: 'role', value: 'helper' },
  }),
  'POST /api/admin/bulk-jobs/{id}/stop': ({ jobId }) => ({ ids: [jobId] }),
  'POST /api/admin/change-password': newPassword,
  'DELETE /api/admin/guest-logs': () => ({ payload: { logIds: ['nothing'] } }),
  'POST /api/admin/guest-prompt': ({ guestId }) => ({ payload: { guestId, prompt: 'email', stepIn: true } }),
  'POST /api/admin/guests/{id}/claim': ({ guestId }) => ({ ids: [guestId], payload: { stepIn: true } }),
  'DELETE /api/admin/guests/{id}/claim': async ({ client, guestId }) => {
    await ok(client.post(`/api/admin/guests/${guestId}/claim`, { stepIn: true }));
    return { ids: [guestId] };
  },
  'POST /api/admin/guests/{id}/resend': async ({ app }) => {
    const guest = await guestInFlow(app, { page: 'Verify Code Page' });
    await ok(askForCode(app, guest.client) as never);
    return { ids: [guest.id], payload: {} };
  },
  'PATCH /api/admin/notifications/mark-all-read': () => ({}),
  'PUT /api/admin/notifications/preferences': () => ({ payload: { silent: ['page_view'] } }),
  'PATCH /api/admin/notifications/{id}/read': ({ notificationId }) => ({ ids: [notificationId] }),
  'POST /api/admin/redirects': async (work) => ({ payload: await aRedirect(work) }),
  'POST /api/admin/redirects/bulk': () => ({
    payload: { filter: 'incomplete_profile', destinationPath: '/terms-agreement' },
  }),
  'DELETE /api/admin/redirects/{id}': async (work) => {
    const { id } = (await ok(work.client.post('/api/admin/redirects', await aRedirect(work)))) as { id: string };
    return { ids: [id] };
  },
  'POST /api/admin/settings': ({ number }) => ({
    payload: {
      emailPromptMessage: `Please enter your email, ${'again '.repeat(number % 9)}please`,
      codePromptMessage: 'Please enter your code',
      exitMessage: 'Thank you',
      exitUrl: 'https://example.com',
    },
  }),
  'POST /api/admin/settings/proposals/{id}/confirm': ({ proposalId }) => ({ ids: [proposalId] }),
  'POST /api/admin/settings/proposals/{id}/withdraw': () => ({ ids: ['nothing'], error: 'proposal_gone' }),
  'POST /api/admin/settings/test-chat': () => ({
    payload: { telegramBotToken: `123456789:${'x'.repeat(35)}`, telegramChatId: '1' },
    error: 'chat_failed',
  }),
  'PUT /api/admin/setup': () => ({ payload: { dismissed: true } }),
  'POST /api/admin/test-notification': () => ({ payload: { type: 'user_login' } }),
  'POST /api/admin/users': ({ number }) => ({ payload: { username: `made-${number}`, role: 'admin' } }),
  'POST /api/admin/users/bulk-action': async (work) => ({
    payload: { userIds: [(await userOf(work)).id], action: 'delete' },
  }),
  'POST /api/admin/users/import': ({ number }) => ({ payload: `username,role\r\nimported-${number},admin\r\n` }),
  'DELETE /api/admin/users/{id}': onUser,
  'PATCH /api/admin/users/{id}': async (work) => ({ ...(await onStaff(work)), payload: { firstName: 'Another' } }),
  'POST /api/admin/users/{id}/reset-password': async (work) => ({ ...(await onUser(work)), payload: {} }),
  'PATCH /api/admin/users/{id}/role': async (work) => ({ ...(await onUser(work)), payload: { role: 'admin' } }),
  'DELETE /api/admin/users/{id}/second-factor': onUser,
  'DELETE /api/admin/users/{id}/sessions': onUser,
  'DELETE /api/admin/users/{id}/sessions/{sessionId}': async (work) => {
    const { app } = work;
    const user = await userOf(work);
    const visitor = { ipAddress: '198.51.100.1', location: 'Unknown', device: 'Test', userAgent: '' };
    const { session } = await app.transact('server', (trx) => app.sessions.start(trx, user, visitor, false));
    return { ids: [user.id, session.id] };
  },
  'PATCH /api/admin/users/{id}/status': async (work) => ({
    ...(await onStaff(work)),
    payload: { status: 'suspended' },
  }),
  'POST /api/admin/users/{id}/temporary-password': async ({ client, number }) => {
    const made = await ok(client.post('/api/admin/users', { username: `fresh-${number}`, role: 'user' }));
    return { ids: [(made as { id: string }).id] };
  },
  'POST /api/admin/webhook/deliveries/{id}/send-again': ({ deliveryId }) => ({ ids: [deliveryId] }),
  'POST /api/auth/change-password': newPassword,
  'POST /api/auth/email-change': ({ number }) => ({ payload: { email: `changed-${number}@example.com` } }),
  'DELETE /api/auth/email-change': async (work) => {
    await askForChange(work);
    return {};
  },
  'POST /api/auth/email-change/confirm': () => ({ payload: { code: '123456' }, error: 'code_refused' }),
  'POST /api/auth/proof': () => ({ payload: { password: PASSWORD } }),
  'POST /api/auth/proof/passkey/options': () => ({}),
  'POST /api/auth/second-factor/passkeys': async (work) => ({ payload: await newPasskey(work) }),
  'POST /api/auth/second-factor/passkeys/options': () => ({}),
  'DELETE /api/auth/second-factor/passkeys/{id}': async (work) => ({ ids: [await withPasskey(work)] }),
  'PATCH /api/auth/second-factor/passkeys/{id}': async (work) => ({
    ids: [await withPasskey(work)],
    payload: { name: 'Another name' },
  }),
  'POST /api/auth/second-factor/recovery-codes': async (work) => {
    await withApp(work);
    return {};
  },
  'POST /api/auth/second-factor/totp': () => ({}),
  'DELETE /api/auth/second-factor/totp': async (work) => {
    await withApp(work);
    return {};
  },
  'POST /api/auth/second-factor/totp/confirm': async ({ app, client }) => {
    const { secret } = (await ok(client.post(`${OWN}/totp`))) as { secret: string };
    return { payload: { totp: totpCode(secret, app.clock.now()) } };
  },
  'DELETE /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/{id}': async ({ elsewhere }) => {
    const sessions = (await ok(elsewhere.get('/api/auth/sessions'))) as { id: string; current: boolean }[];
    return { ids: [sessions.find(({ current }) => current)?.id as string] };
  },
  'DELETE /api/auth/sso/link': () => ({}),
  'POST /api/auth/sso/link': () => ({}),
  'POST /api/admin/views': () => ({ payload: { name: 'Admins', path: '/admin/users', query: 'role=admin' } }),
  'DELETE /api/admin/views/{id}': async ({ client }) => {
    const view = { name: 'Helpers', path: '/admin/users', query: 'role=helper' };
    return { ids: [((await ok(client.post('/api/admin/views', view))) as { id: string }).id] };
  },
  'POST /api/admin/people/search': () => ({ payload: { email: 'mira@example.com' } }),
  'POST /api/admin/people/export': () => ({ payload: { email: 'mira@example.com' } }),
  'POST /api/admin/people/erase': ({ number }) => ({ payload: { email: `erased-${number}@example.com` } }),
  'POST /api/admin/people/hold': ({ number, app }) => ({ payload: holdOn(number, app) }),
  'DELETE /api/admin/people/hold': async ({ client, number, app }) => {
    await ok(client.post('/api/admin/people/hold', holdOn(number, app)));
    return { payload: { email: `held-${number}@example.com` } };
  },
  'PATCH /api/user/profile': () => ({ payload: { firstName: 'Another' } }),
  'PATCH /api/user/language': () => ({ payload: { language: 'en' } }),
  'PUT /api/user/picture': () => ({ payload: { picture: smallJpeg().toString('base64') } }),
  'DELETE /api/user/picture': () => ({}),
  'POST /api/user/security-check': () => ({ payload: { password: PASSWORD } }),
  'POST /api/user/terms/accept': async ({ client }) => {
    const { version } = (await ok(client.get('/api/user/terms'))) as { version: string };
    return { payload: { version } };
  },
};

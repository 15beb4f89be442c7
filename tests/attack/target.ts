import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import type { DescribedRoute } from '../support/routes.ts';

/** Marks data that only admins may see. */
export const MARKED = /Zephyrine|203\.0\.113\.77/;

export interface Target {
  readonly admin: HttpClient;
  readonly userId: string;
  readonly sessionId: string;
  readonly redirectId: string;
  readonly notificationId: string;
  readonly logId: string;
}

/** A user to attack, with one of everything that an admin can see or change. */
export async function plantTarget(app: TestApp): Promise<Target> {
  const admin = await signedIn(app, ADMIN);
  const { id: userId } = await createAccount(app, { username: 'victim', firstName: 'Zephyrine', lastName: 'Quill' });
  const victim = await signedIn(app, { username: 'victim' });
  await victim.request({
    method: 'PATCH',
    url: '/api/user/profile',
    payload: { firstName: 'Zephyrine', bio: 'Zephyrine' },
  });
  await app.client({ ip: '203.0.113.77' }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await admin.post('/api/admin/settings', {
    emailPromptMessage: 'Zephyrine asks for your address',
    codePromptMessage: 'Zephyrine asks for your code',
    exitMessage: 'Zephyrine says goodbye',
    exitUrl: 'https://example.com',
  });
  const redirect = await admin.post('/api/admin/redirects', {
    userId,
    destinationPath: '/terms-agreement',
    reason: 'Zephyrine has to read them',
  });
  await app.notifications.settle();
  const [session] = await app.sessions.listOf(userId);
  const { id: notificationId } = await app.db.selectFrom('notifications').select('id').executeTakeFirstOrThrow();
  const log = await app.db
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'page_view')
    .executeTakeFirstOrThrow();
  return {
    admin,
    userId,
    sessionId: session?.id as string,
    redirectId: redirect.json().id,
    notificationId,
    logId: log.id,
  };
}

/** A route's URL with the target's ids, so that a call that gets through changes something. */
export function addressOf(path: string, target: Target): string {
  const { userId, sessionId, redirectId, notificationId, logId } = target;
  const ids = { '/redirects/': redirectId, '/notifications/': notificationId, '/activity/': logId };
  const [, id = userId] = Object.entries(ids).find(([part]) => path.includes(part)) ?? [];
  return path.replace(/\{sessionId\}|:sessionId/, sessionId).replace(/\{id\}|:id/, id);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A body that fits every call, because each picks the fields it knows. */
export const bodyFor = ({ userId, logId }: Target) => ({
  username: 'intruder',
  email: 'intruder@example.com',
  firstName: 'Intruder',
  lastName: 'Intruder',
  role: 'admin',
  status: 'suspended',
  userIds: [userId],
  action: 'delete',
  userId,
  guestIp: '203.0.113.77',
  destinationPath: '/user/verify-code',
  filter: 'incomplete_profile',
  logIds: [logId],
  currentPassword: ADMIN.password,
  newPassword: 'a password of the intruder',
  emailPromptMessage: 'Intruder',
  codePromptMessage: 'Intruder',
  exitMessage: 'Intruder',
  exitUrl: 'https://intruder.example',
  telegramBotToken: '',
  telegramChatId: '',
  type: 'user_login',
  page: 'Email Entry Page',
  code: '123456',
  token: 'intruder',
  version: 'intruder',
  password: ADMIN.password,
  recaptchaToken: 'intruder',
  success: true,
  silent: ['page_view'],
  dismissed: true,
  name: 'Intruder',
  path: '/admin/users',
  query: 'role=admin',
});

/** The body of a call: JSON, a file or nothing. */
export function payloadOf(
  { method, path, fields }: DescribedRoute,
  target: Target,
): { type: string; payload: string } | null {
  if (path === '/api/admin/users/import') return { type: 'text/csv', payload: 'username,role\r\nintruder,admin\r\n' };
  if (method === 'GET' || fields === null) return null;
  const body = bodyFor(target);
  // Bulk jobs filter by an object, not by a name.
  const filter = path === '/api/admin/bulk-jobs' ? { q: 'intruder' } : body.filter;
  const hold = path.endsWith('/people/hold') && {
    reason: 'Intruder',
    until: new Date(Date.now() + DAY_MS).toISOString(),
  };
  return { type: 'application/json', payload: JSON.stringify({ ...body, filter, ...hold }) };
}

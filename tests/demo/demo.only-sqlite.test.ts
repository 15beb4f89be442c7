import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { STUCK_REASONS } from '../../contract/guests/stuck.rules.ts';
import type { UserListItem } from '../../contract/users/users.ts';
import type { VerifiedEmail } from '../../contract/verification/verified.ts';
import { freePort } from '../../scripts/free-port.ts';
import { runProgram, until } from '../support/process.ts';
import { signInAt } from '../support/program-sign-in.ts';

/** `npm run demo` with a folder for what it leaves behind. */
function startDemo(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const running = runProgram('scripts/demo.ts', { TMPDIR: folder, ...env });
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await running.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...running, left: () => readdirSync(folder) };
}

test('refuses to run in production, in one line', async () => {
  const { exited, output, left } = startDemo({ NODE_ENV: 'production' });
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(output()).toMatch(/^The demo [^\n]* does not run with NODE_ENV=production\.\n$/);
  expect(left()).toEqual([]);
});

test('a portal that is full of life, and nothing is left of it', async () => {
  const taken = await freePort();
  const other = createServer().listen(taken, '127.0.0.1');
  onTestFinished(() => void other.close());
  // Somebody's own database and mail server are none of its business.
  const own = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/own',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATA_DIR: '/nowhere',
  };
  const demo = startDemo({ PORT: String(taken), ...own });
  await until('it says where it is', () => demo.output().includes('Ctrl-C ends it'));
  const [, url = ''] = /is running at (http:\/\/localhost:\d+)/.exec(demo.output()) ?? [];
  expect(Number(new URL(url).port)).toBeGreaterThan(taken);

  const [, admin = '', password = ''] = /admin\/login +(\S+) \/ (\S+)/.exec(demo.output()) ?? [];
  const [, user = '', userPassword = ''] = /\/auth +(\S+) \/ (\S+)/.exec(demo.output()) ?? [];
  expect((await signInAt(url, user, userPassword)).status).toBe(200);
  const signedIn = await signInAt(url, admin, password);
  expect(await signedIn.json()).toMatchObject({ role: 'admin', mustChangePassword: false });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { cookie, ...init.headers } });
    expect(answer.status, path).toBe(200);
    return answer.json();
  };

  const listed = () => ask<UserListItem[]>('/api/admin/users?limit=1000');
  const users = await listed();
  expect(users.length).toBeGreaterThan(250);
  const kinds = new Set(users.map(({ status, role }) => `${role} ${status}`));
  expect([...kinds].sort()).toEqual(['admin active', 'user active', 'user needs_auth', 'user suspended']);
  expect(users.filter(({ signedInAt }) => signedInAt === null).length).toBeGreaterThan(10);
  const log = await ask<{ action: string; details: { change?: string } | null }[]>('/api/admin/activity?limit=1000');
  expect(log).toHaveLength(1_000);
  const happened = new Set(log.map(({ action, details }) => details?.change ?? action));
  for (const what of ['login', 'logout', 'failed_login', 'page_view', 'code_success', 'status', 'redirect'])
    expect(happened).toContain(what);
  const verified = await ask<VerifiedEmail[]>('/api/admin/verified?limit=1000');
  expect(verified.length).toBeGreaterThan(50);
  for (const some of [verified.filter(({ helped }) => helped), verified.filter(({ gate }) => gate !== null)])
    expect([0, verified.length]).not.toContain(some.length);
  expect((await ask<unknown[]>('/api/admin/redirects')).length).toBeGreaterThan(2);
  const { codePromptMessage } = await ask<{ codePromptMessage: string }>('/api/admin/settings');
  expect(codePromptMessage).not.toBe('Please enter your verification code again');
  const told = await ask<{ type: string }[]>('/api/admin/notifications?limit=100');
  expect(new Set(told.map(({ type }) => type)).size).toBeGreaterThan(3);

  const guests = () => ask<Guest[]>('/api/admin/guests');
  const seen = new Set<string>();
  await until('guests are stuck in every way', async () => {
    for (const { stuck } of await guests()) if (stuck !== null) seen.add(stuck.reason);
    return seen.size === STUCK_REASONS.length;
  });
  const states = new Set((await guests()).map(({ presence, outcome }) => `${presence} ${outcome}`));
  expect(states.size).toBeGreaterThan(2);

  const online = async () => (await listed()).filter((user) => user.online).length;
  await until('users are online', async () => (await online()) > 10);

  const follows = async () => {
    const [guest] = await ask<Guest[]>('/api/admin/guests?view=needs-help');
    if (guest === undefined || guest.helper !== null) return false;
    const prompt = guest.page === 'Email Entry Page' ? 'email' : 'code';
    const body = JSON.stringify({ guestId: guest.id, prompt });
    const headers = { 'content-type': 'application/json' };
    await ask('/api/admin/guest-prompt', { method: 'POST', headers, body });
    const message = async () => (await guests()).find(({ id }) => id === guest.id)?.message;
    await until('the prompt is seen', async () => (await message())?.state === 'seen');
    return true;
  };
  await until('somebody follows a prompt', follows);

  demo.kill('SIGTERM');
  expect(await demo.exited).toEqual({ code: 0, signal: null });
  expect(demo.left()).toEqual([]);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { STUCK_REASONS } from '../../contract/guests/stuck.rules.ts';
import type { UserListItem } from '../../contract/users/users.ts';
import type { VerifiedEmail } from '../../contract/verification/verified.ts';
import { freePort } from '../../scripts/free-port.ts';
import { detail } from '../support/detail.ts';
import { runProgram, until } from '../support/process.ts';
import { signInAt } from '../support/program-sign-in.ts';

/** `npm run demo` with a folder for what it leaves behind. The caller has to remove it. */
function startDemo(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const running = runProgram('scripts/demo.ts', { TMPDIR: folder, ...env });
  const remove = async () => {
    running.kill('SIGKILL');
    await running.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...running, left: () => readdirSync(folder), remove };
}

/** A running demo, and requests as its admin. */
async function openDemo(env: Record<string, string>) {
  const demo = startDemo(env);
  await until('the demo prints its address', () => demo.output().includes('Ctrl-C ends it')).catch(async (error) => {
    await demo.remove();
    throw error;
  });
  const [, url = ''] = /is running at (http:\/\/localhost:\d+)/.exec(demo.output()) ?? [];
  const [, admin = '', password = ''] = /admin\/login +(\S+) \/ (\S+)/.exec(demo.output()) ?? [];
  let adminSignIn = await signInAt(url, admin, password);
  // While the demo's clock catches up, a captcha's five minutes are ten seconds.
  await until('a captcha is solved in time', async () => {
    if (adminSignIn.status === 400) adminSignIn = await signInAt(url, admin, password);
    return adminSignIn.status !== 400;
  });
  const cookie = adminSignIn.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    expect(answer.status, path).toBe(200);
    return answer.json();
  };
  const post = (path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return { ...demo, url, adminSignIn, ask, post };
}

test('The demo refuses to run in production, in one line', async () => {
  const { exited, output, left, remove } = startDemo({ NODE_ENV: 'production' });
  onTestFinished(remove);
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(output()).toMatch(/^The demo [^\n]* does not run with NODE_ENV=production\.\n$/);
  expect(left()).toEqual([]);
});

detail('The demo takes the next free port, ignores the configured services and leaves nothing behind', async () => {
  const taken = await freePort();
  const other = createServer().listen(taken, '127.0.0.1');
  onTestFinished(() => void other.close());
  const configured = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/own',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATA_DIR: '/nowhere',
  };
  const demo = await openDemo({ PORT: String(taken), ...configured });
  onTestFinished(demo.remove);
  expect(Number(new URL(demo.url).port)).toBeGreaterThan(taken);
  await until('guests are there', async () => (await demo.ask<Guest[]>('/api/admin/guests')).length > 0);

  demo.kill('SIGTERM');
  expect(await demo.exited).toEqual({ code: 0, signal: null });
  expect(demo.left()).toEqual([]);
});

describe('A running demo', () => {
  let demo: Awaited<ReturnType<typeof openDemo>>;
  const users = () => demo.ask<UserListItem[]>('/api/admin/users?limit=1000');
  const guests = () => demo.ask<Guest[]>('/api/admin/guests');

  beforeAll(async () => {
    demo = await openDemo({ PORT: String(await freePort()) });
  });
  afterAll(() => demo?.remove());

  test('The printed admin and user can sign in', async () => {
    expect(demo.adminSignIn.status).toBe(200);
    expect(await demo.adminSignIn.json()).toMatchObject({ role: 'admin', mustChangePassword: false });
    const [, user = '', password = ''] = /\/auth +(\S+) \/ (\S+)/.exec(demo.output()) ?? [];
    expect((await signInAt(demo.url, user, password)).status).toBe(200);
  });

  test('The past of the demo has users, log entries, verified addresses and redirects of many kinds', async () => {
    const listed = await users();
    expect(listed.length).toBeGreaterThan(250);
    const kinds = new Set(listed.map(({ status, role }) => `${role} ${status}`));
    expect([...kinds].sort()).toEqual(['admin active', 'user active', 'user needs_auth', 'user suspended']);
    expect(listed.filter(({ signedInAt }) => signedInAt === null).length).toBeGreaterThan(10);
    const log = await demo.ask<{ action: string; details: { change?: string } | null }[]>(
      '/api/admin/activity?limit=1000',
    );
    expect(log).toHaveLength(1_000);
    const happened = new Set(log.map(({ action, details }) => details?.change ?? action));
    for (const what of ['login', 'logout', 'failed_login', 'page_view', 'code_success', 'status', 'redirect'])
      expect(happened).toContain(what);
    const verified = await demo.ask<VerifiedEmail[]>('/api/admin/verified?limit=1000');
    expect(verified.length).toBeGreaterThan(50);
    for (const some of [verified.filter(({ helped }) => helped), verified.filter(({ gate }) => gate !== null)])
      expect([0, verified.length]).not.toContain(some.length);
    expect((await demo.ask<unknown[]>('/api/admin/redirects')).length).toBeGreaterThan(2);
  });

  test('The demo has settings of its own and several types of notifications', async () => {
    const { codePromptMessage } = await demo.ask<{ codePromptMessage: string }>('/api/admin/settings');
    expect(codePromptMessage).not.toBe('Please enter your verification code again');
    const notifications = await demo.ask<{ type: string }[]>('/api/admin/notifications?limit=100');
    expect(new Set(notifications.map(({ type }) => type)).size).toBeGreaterThan(3);
  });

  detail('Users are online, and guests get stuck for every reason', async () => {
    const seen = new Set<string>();
    await until('guests are stuck for every reason', async () => {
      for (const { stuck } of await guests()) if (stuck !== null) seen.add(stuck.reason);
      return seen.size === STUCK_REASONS.length;
    });
    const states = new Set((await guests()).map(({ presence, outcome }) => `${presence} ${outcome}`));
    expect(states.size).toBeGreaterThan(2);
    await until('users are online', async () => (await users()).filter(({ online }) => online).length > 10);
  });

  test('A guest sees a prompt', async () => {
    await until('a guest has seen a prompt', async () => {
      const stuck = await demo.ask<Guest[]>('/api/admin/guests?view=needs-help');
      const guest = stuck.find(({ helper }) => helper === null);
      if (guest === undefined) return false;
      const prompt = guest.page === 'Email Entry Page' ? 'email' : 'code';
      const prompted = await demo.post('/api/admin/guest-prompt', { guestId: guest.id, prompt });
      // Meanwhile the guest may have gone on, or got another helper.
      if (prompted.status === 409) return false;
      expect(prompted.status).toBe(200);
      const now = async () => (await guests()).find(({ id }) => id === guest.id);
      await until('the prompt is seen or the guest is gone', async () => {
        const { message, presence } = (await now()) ?? {};
        return presence === 'gone' || (message?.state !== 'sent' && message?.state !== 'delivered');
      });
      return (await now())?.message?.state === 'seen';
    });
  });
});

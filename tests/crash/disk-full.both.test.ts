import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { solvedCaptcha } from '../support/captcha.ts';
import { newDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';
import { type RunningProcess, runServer, spawnServer, startServer, until } from '../support/process.ts';
import { Visitor } from '../support/visitor.ts';

const SECRET_KEY = 'a-key-for-a-full-disk-long-enough';
const UNAVAILABLE = {
  error: 'unavailable',
  message: 'The service is not available right now. Please try again in a moment.',
  retryAfter: 5,
};
const page = { page: 'Email Entry Page' };

/** A disk that a test can fill and free. */
interface Disk {
  readonly dir: string;
  fill(running: RunningProcess): void;
  free(running: RunningProcess): void;
}

/** Full for all processes. */
interface FullDisk extends Disk {
  fill(): void;
  free(): void;
}

/** A limit on the size of files, which needs no root: the writes of the process fail. */
async function limitedDisk(): Promise<Disk> {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const limit = ({ child }: RunningProcess, bytes: string) =>
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
  return {
    dir: database.env.DATA_DIR,
    fill: (running) => limit(running, '1'),
    free: (running) => limit(running, 'unlimited'),
  };
}

/** A mounted disk that is really full. */
async function smallDisk(): Promise<FullDisk> {
  const database = await newDatabase();
  const dir = database.env.DATA_DIR;
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'gatehouse-test', dir]);
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', dir]);
    await database.remove();
  });
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill: () => {
      expect(() => writeFileSync(ballast, Buffer.alloc(120_000_000))).toThrow('ENOSPC');
    },
    free: () => rmSync(ballast),
  };
}

const canMount = () =>
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'gatehouse-test', '/mnt'], { stdio: 'ignore' }).status === 0;
const hasLimits = () => spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0;

if (inject('database') === 'sqlite') {
  describe('A full disk', () => {
    /** A server with an admin, a user and a redirect, just before its disk fills up. */
    async function serverOnLimitedDisk() {
      const { dir, fill, free } = await limitedDisk();
      const running = await startServer({
        DATA_DIR: dir,
        SECRET_KEY,
        ADMIN_PASSWORD: ADMIN.password,
        TRUST_PROXY: '127.0.0.1',
      });
      let people = 0;
      const arrive = () => {
        people += 1;
        return new Visitor(people, () => [running.url]);
      };
      const signIn = async (visitor: Visitor) => {
        const recaptchaToken = await solvedCaptcha(keysFrom(SECRET_KEY), Date.now());
        return visitor.ask('POST', '/api/auth/login', { ...ADMIN, recaptchaToken });
      };
      const [admin, guest] = [arrive(), arrive()];
      const users = async () =>
        (await admin.ask('GET', '/api/admin/users')).body.map(({ username }: { username: string }) => username);
      expect((await signIn(admin)).status).toBe(200);
      expect((await admin.ask('POST', '/api/admin/users', { username: 'before' })).status).toBe(200);
      const redirect = { guestIp: guest.ip, isGuestRedirect: true, destinationPath: '/user/verify-code' };
      expect((await admin.ask('POST', '/api/admin/redirects', redirect)).status).toBe(200);
      /** Writes that the full disk must refuse. */
      const write = () =>
        Promise.all([
          ...Array.from({ length: 10 }, () => arrive().ask('POST', '/api/guest/log-activity', page)),
          arrive().ask('POST', '/api/user/send-verification-code', { email: 'guest@example.com' }),
          admin.ask('POST', '/api/admin/users', { username: 'during' }),
          admin.ask('POST', '/api/admin/users/import', `username,firstName\nimported,${'x'.repeat(50)}\n`),
          signIn(arrive()),
          // Delivering the redirect would use it up.
          guest.ask('GET', '/api/guest/check-redirect'),
        ]);
      return { running, arrive, admin, guest, users, write, fill: () => fill(running), free: () => free(running) };
    }

    test.skipIf(!hasLimits())('A full disk refuses writes and still answers reads', async () => {
      const { arrive, admin, users, write, fill } = await serverOnLimitedDisk();
      fill();
      for (const answer of await write()) expect(answer).toEqual({ status: 503, body: UNAVAILABLE, retryAfter: '5' });
      expect((await arrive().ask('GET', '/healthz')).status).toBe(503);
      for (const path of ['/api/guest/check-prompt', '/api/guest/check-redirect', '/api/guest/state'])
        expect((await arrive().ask('GET', path)).status).toBe(200);
      for (const path of ['/api/auth/user', '/api/admin/notifications', '/api/admin/stats', '/api/admin/activity'])
        expect([path, (await admin.ask('GET', path)).status]).toEqual([path, 200]);
      expect(await users()).toEqual(['admin', 'before']);
    });

    test.skipIf(!hasLimits())('The server recovers by itself when the disk has enough space again', async () => {
      const { running, arrive, admin, guest, users, write, fill, free } = await serverOnLimitedDisk();
      fill();
      for (const answer of await write()) expect(answer).toEqual({ status: 503, body: UNAVAILABLE, retryAfter: '5' });
      expect((await arrive().ask('GET', '/healthz')).status).toBe(503);
      free();
      await until('the server is healthy', async () => (await arrive().ask('GET', '/healthz')).status === 200);
      expect((await guest.ask('GET', '/api/guest/check-redirect')).body.redirect).toBe('/user/verify-code');
      expect((await arrive().ask('POST', '/api/guest/log-activity', page)).status).toBe(200);
      expect((await admin.ask('POST', '/api/admin/users', { username: 'later' })).status).toBe(200);
      expect(await users()).toEqual(['admin', 'before', 'later']);
      running.kill('SIGINT');
      expect((await running.exited).code).toBe(0);
    });

    test.skipIf(!canMount() || !inject('everything'))(
      'A full disk has a reserve for staff, sign-ins and codes, but not for page views',
      async () => {
        const { dir, fill, free } = await smallDisk();
        const running = await startServer({
          DATA_DIR: dir,
          SECRET_KEY,
          ADMIN_PASSWORD: ADMIN.password,
          TRUST_PROXY: '127.0.0.1',
        });
        const reserve = join(dir, 'reserve');
        await until('there is a reserve', () => existsSync(reserve) && statSync(reserve).size === 16 * 1024 * 1024);
        const [admin, guest] = [new Visitor(1, () => [running.url]), new Visitor(2, () => [running.url])];
        const signIn = async () => {
          const recaptchaToken = await solvedCaptcha(keysFrom(SECRET_KEY), Date.now());
          return (await admin.ask('POST', '/api/auth/login', { ...ADMIN, recaptchaToken })).status;
        };
        expect(await signIn()).toBe(200);
        const view = async () => (await guest.ask('POST', '/api/guest/log-activity', page)).status;
        expect(await view()).toBe(200);
        fill();
        await until('the reserve is given up', () => !existsSync(reserve));
        const logIds = (await admin.ask('GET', '/api/admin/guest-logs')).body.map(({ id }: { id: string }) => id);
        const deleted = await admin.ask('DELETE', '/api/admin/guest-logs', { logIds });
        expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } });
        expect(await view()).toBe(429);
        expect(await signIn()).toBe(200);
        const code = await guest.ask('POST', '/api/user/send-verification-code', { email: 'guest@example.com' });
        expect(code.status).toBe(200);

        free();
        await until('page views are recorded again', async () => (await view()) === 200);
        await until('there is a reserve again', () => existsSync(reserve));
      },
    );

    test.skipIf(!canMount() || !inject('everything'))(
      'A start on a full disk prints the reason in one line',
      async () => {
        const { dir, fill } = await smallDisk();
        fill();
        const running = spawnServer({ DATA_DIR: dir }, await freePort());
        expect((await running.exited).code).toBe(1);
        expect(running.output()).toBe(`DATA_DIR: ${dir} cannot be used right now: database or disk is full\n`);
      },
    );
  });

  describe('A log that cannot be written', () => {
    /** Checks that the server answers and exits as usual. */
    async function expectSurvives(use: (running: RunningProcess) => void, stdout: 'pipe' | number = 'pipe') {
      const { env, remove } = await newDatabase();
      const port = await freePort();
      const running = runServer({ ...env, LOG_LEVEL: 'debug' }, port, stdout);
      onTestFinished(async () => {
        running.kill('SIGKILL');
        await remove();
      });
      const exited = once(running.child, 'exit');
      use(running);
      const health = () => fetch(`${running.url}/healthz`).then(({ status }) => status);
      await until('the server answers', () => health().then(Boolean, () => false));
      // More log lines than fit into a pipe.
      for (let round = 0; round < 25; round += 1) await Promise.all(Array.from({ length: 40 }, health));
      expect(await health()).toBe(200);
      running.kill('SIGINT');
      expect(await exited).toEqual([0, null]);
    }

    detail('The server survives a closed log pipe (EPIPE)', () =>
      expectSurvives(({ child }) => child.stdout?.destroy()),
    );

    detail('The server survives a log pipe that nobody reads', () =>
      expectSurvives(({ child }) => child.stdout?.pause()),
    );

    test.skipIf(!existsSync('/dev/full') || !inject('everything'))(
      'The server survives a full log disk (ENOSPC)',
      async () => {
        const full = openSync('/dev/full', 'w');
        await expectSurvives(() => closeSync(full), full);
      },
    );
  });
} else {
  test('A full disk of PostgreSQL refuses only writes, and the server recovers by itself', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const guest = app.client();
    const view = () => guest.post('/api/guest/log-activity', page);
    // PostgreSQL's error for a table that cannot grow; with a full log it shuts down, see lost-database.only-postgres.test.ts.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      app.db,
    );
    await sql`create trigger no_room before insert on activity execute function refuse()`.execute(app.db);
    for (const answer of [await view(), await admin.post('/api/admin/users', { username: 'during' })])
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '5', UNAVAILABLE]);
    expect((await guest.get('/api/guest/check-prompt')).statusCode).toBe(200);
    await sql`drop trigger no_room on activity`.execute(app.db);
    expect((await view()).statusCode).toBe(200);
    expect((await admin.get('/api/admin/users')).json()).toMatchObject([{ username: 'admin' }]);
  });
}

import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { newDatabase } from '../support/database.ts';
import { detail, someOf } from '../support/detail.ts';
import { type RunningProcess, spawnServer, startServer, until } from '../support/process.ts';
import { signInAt } from '../support/program-sign-in.ts';

async function database() {
  const created = await newDatabase();
  onTestFinished(() => created.remove());
  return created;
}

describe('The first start', () => {
  test('The first start prints the address and a generated password once, and the password works', async () => {
    const env = { ...(await database()).env, LOG_LEVEL: 'debug' };
    const first = await startServer(env);
    const [, password] =
      /Password: (\S+) \(shown once; must be changed at the first sign-in\)/.exec(first.output()) ?? [];
    expect(first.output()).toContain(`Gatehouse is running at ${first.url}`);
    expect(first.output()).toContain('as "admin"');
    for (const file of readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(env.DATA_DIR, file)).mode & 0o077, `${file} is for its owner only`).toBe(0);
    const answer = await signInAt(first.url, 'admin', password as string);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ username: 'admin', role: 'admin', mustChangePassword: true });
    first.kill('SIGTERM');
    await first.exited;

    const second = await startServer(env);
    expect(second.output()).not.toContain('Password:');
    expect((await signInAt(second.url, 'admin', password as string)).status).toBe(200);
    // All log lines are JSON without the password.
    const log = `${first.output()}${second.output()}`.split('\n').filter((line) => line.startsWith('{'));
    expect(log.length).toBeGreaterThan(3);
    expect(log.map((line) => JSON.parse(line).time)).not.toContain(undefined);
    expect(log.join('')).not.toContain(password);
  });
});

/** A request whose head the server has read, as the answer to a later one proves, and whose body is missing. */
async function unfinishedRequest({ url }: RunningProcess) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    'POST /api/auth/logout HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
  );
  await fetch(`${url}/healthz`);
  return { finish: () => socket.write('{}'), answer: () => answer };
}

describe('Stopping the server', () => {
  test.for(someOf(['SIGTERM', 'SIGINT'] as const))(
    'The server finishes running requests after %s and exits with 0',
    async (signal) => {
      const running = await startServer((await database()).env);
      const request = await unfinishedRequest(running);
      running.kill(signal);
      running.kill(signal);
      await until('the server is closing', () => running.output().includes('"closing"'));
      request.finish();
      expect((await running.exited).code).toBe(0);
      expect(request.answer()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"success":true\}$/);
    },
  );

  detail('An unfinished request does not keep the server from exiting', async () => {
    const running = await startServer((await database()).env);
    const request = await unfinishedRequest(running);
    running.kill('SIGTERM');
    // The server exits before the request times out.
    expect([(await running.exited).code, request.answer()]).toEqual([0, '']);
  });

  detail('After SIGINT, the server does not wait for a proxy to notice', async () => {
    const running = await startServer({ ...(await database()).env, TRUST_PROXY: '127.0.0.1' });
    const health: unknown[] = [];
    const isGone = async () => {
      const answer = await fetch(`${running.url}/healthz`).catch(() => null);
      if (answer !== null) health.push(await answer.json());
      return answer === null;
    };
    running.kill('SIGINT');
    await until('the server no longer listens', isGone);
    expect(health).not.toContainEqual(expect.objectContaining({ error: 'closing' }));
    expect((await running.exited).code).toBe(0);
  });
});

describe('A start that fails', () => {
  detail('A start with an invalid setting prints the reason in one line', async () => {
    const running = spawnServer({ LOG_LEVEL: 'loud' }, 0);
    expect((await running.exited).code).toBe(1);
    expect(running.output()).toBe(
      'LOG_LEVEL: "loud" is not one of fatal, error, warn, info, debug, trace, silent. Example: LOG_LEVEL=fatal\n',
    );
  });

  detail('A start on a port in use prints the reason in one line', async () => {
    const { env } = await database();
    const first = await startServer(env);
    const other = await database();
    const second = spawnServer(other.env, Number(new URL(first.url).port));
    expect((await second.exited).code).toBe(1);
    expect(second.output()).toMatch(/^PORT: \d+ on 127\.0\.0\.1 is taken by another program\. Example: PORT=3001\n$/);
  });

  if (inject('database') === 'sqlite') {
    test('A second process on the same SQLite file refuses to start until the first is killed', async () => {
      const { env } = await database();
      const first = await startServer(env);
      const second = spawnServer(env, await freePort());
      expect((await second.exited).code).toBe(1);
      expect(second.output()).toBe(
        `DATA_DIR: another Gatehouse is running on ${env.DATA_DIR}. Stop it, or set DATA_DIR or DATABASE_URL.\n`,
      );
      expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
      first.kill('SIGKILL');
      await first.exited;
      expect((await fetch(`${(await startServer(env)).url}/healthz`)).status).toBe(200);
    });
  } else {
    test('A start exits at once when PostgreSQL refuses the connection', async () => {
      const { env } = await database();
      const url = new URL(env.DATABASE_URL as string);
      url.pathname = '/there_is_no_such_database';
      const running = spawnServer({ ...env, DATABASE_URL: url.href }, await freePort());
      expect((await running.exited).code).toBe(1);
      expect(running.output()).toMatch(/^DATABASE_URL: PostgreSQL refused the connection: .*there_is_no_such_database/);
    });
  }
});

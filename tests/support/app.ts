import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type App, type AppDeps, buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import type { CLIENT_TIMEOUTS } from '../../server/http/connections.ts';
import { createLog } from '../../server/process/log.ts';
import { migratedDatabase, type TestDatabase } from './database.ts';
import { HttpClient } from './http-client.ts';

export const TEST_KEY = 'a-key-for-tests-that-is-long-enough';
export const ADMIN = { username: 'admin', password: 'the-first-admin-password' };

interface TestClock {
  now(): number;
  advance(ms: number): void;
}

/** Stands still unless a test advances it. */
function testClock(): TestClock {
  let now = Date.now();
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

export interface TestApp extends App {
  readonly clock: TestClock;
  readonly database: TestDatabase;
  /** Every logged line, at debug level. */
  readonly logged: string[];
  /** A browser's worth of cookies. Without `ip` it has one of its own, whose location is unknown. */
  client(options?: { ip?: string; userAgent?: string }): HttpClient;
}

interface TestAppOptions
  extends Partial<Pick<AppDeps, 'fetch' | 'dns' | 'webDir' | 'spaceAt' | 'connectionsMax' | 'guestSockets'>> {
  readonly env?: Record<string, string>;
  /** A database that outlives the app, for tests with several processes or restarts. */
  readonly database?: TestDatabase;
}

let clients = 0;

/** The real application on a fresh database, closed when the test ends. */
export async function startApp({ env, database: given, ...deps }: TestAppOptions = {}): Promise<TestApp> {
  const database = given ?? (await migratedDatabase());
  const clock = testClock();
  const logged: string[] = [];
  const config = readConfig({
    ...database.env,
    SECRET_KEY: TEST_KEY,
    ADMIN_PASSWORD: ADMIN.password,
    // Requests are injected from loopback; trusting it lets each client have its own address.
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    // Not every test machine has DNS.
    MAIL_DNS_CHECK: deps.dns === undefined ? 'off' : 'on',
    ...env,
  });
  const app = await buildApp(config, {
    log: createLog('debug', { write: (line) => logged.push(line) }),
    clock,
    ...deps,
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close());
  onTestFinished(async () => {
    await close();
    if (given === undefined) await database.remove();
  });
  return {
    ...app,
    close,
    clock,
    database,
    logged,
    client: ({ ip, userAgent } = {}) => {
      clients += 1;
      // Reserved for benchmarks (RFC 2544).
      const address = ip ?? `198.18.${Math.floor(clients / 250) % 250}.${clients % 250}`;
      return new HttpClient(app.http, config.publicUrl, address, userAgent);
    },
  };
}

/**
 * For requests that cannot be injected: lets the app listen and returns the port. A test about slow clients can shorten
 * the timeouts.
 */
export async function listening(app: TestApp, timeouts: Partial<typeof CLIENT_TIMEOUTS> = {}): Promise<number> {
  Object.assign(app.http.server, timeouts);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  return (app.http.server.address() as AddressInfo).port;
}

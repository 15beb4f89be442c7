import { Agent, request as ask } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../scripts/free-port.ts';
import { type Keys, keysFrom } from '../../server/crypto/keys.ts';
import type { Db } from '../../server/db/tables.ts';
import { percentile } from '../figures.ts';
import { type BenchServer, benchInstallation } from '../servers.ts';
import { prepare } from '../sessions.ts';

/** The database of an attacked portal; attacks that depend on it are measured on both. */
export interface Database {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Creates a new database and returns its configuration. */
  fresh(): Promise<Record<string, string>>;
  /** The size of the database in bytes. */
  size(dataDir: string): Promise<number>;
}

export interface Portal {
  readonly server: BenchServer;
  readonly keys: Keys;
  readonly dataDir: string;
  /** The session of an admin. */
  readonly admin: string;
  stop(): Promise<void>;
}

interface PortalOptions {
  readonly env?: Record<string, string>;
  fill?(db: Db, keys: Keys): Promise<void>;
}

export async function startPortal(database: Database, { env, fill }: PortalOptions = {}): Promise<Portal> {
  const installation = benchInstallation({ ...(await database.fresh()), ...env });
  const [admin] = await prepare(installation.config, 1, fill);
  const server = await installation.start();
  return {
    server,
    keys: keysFrom(installation.config.secretKey as string),
    dataDir: installation.config.dataDir,
    admin: admin?.cookie ?? '',
    async stop() {
      await server.stop();
      installation.remove();
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });
export const hangUp = () => agent.destroy();

/** A browser behind the proxy, with its own address and cookies. A lost answer has status 0. */
export class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  ip: string;

  constructor({ server }: Portal, ip: string, cookie?: string) {
    this.#url = server.url;
    this.ip = ip;
    if (cookie !== undefined) this.#keep(cookie);
  }

  get = (path: string) => this.#ask('GET', path);
  post = (path: string, body: object) => this.#ask('POST', path, JSON.stringify(body));

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  #ask(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> {
    const began = performance.now();
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'x-forwarded-for': this.ip,
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    };
    return new Promise((resolve) => {
      const lost = () => resolve({ status: 0, ms: performance.now() - began, body: '' });
      ask(`${this.#url}${path}`, { agent, method, headers, timeout: 60_000 }, (answer) => {
        for (const set of answer.headers['set-cookie'] ?? []) this.#keep(set);
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', lost);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, body: text });
        });
      })
        .on('error', lost)
        .on('timeout', lost)
        .end(body);
    });
  }
}

/** Addresses of honest users, each in a network of its own. */
export const honestAddress = (index: number) => `203.${index % 200}.${Math.floor(index / 200)}.7`;
/** One of an attacker's many networks, far apart from each other. */
export const farApart = (index: number) => `${11 + (index % 60)}.${(index >> 6) & 255}.${(index >> 14) & 255}.9`;
/** One of the 65,536 networks that one customer of a provider may have. */
export const inOneSite = (index: number) => `2001:db8:77:${(index & 0xffff).toString(16)}::9`;

const IN_FLIGHT_MAX = 2_000;

/** Sends at a fixed rate, whether or not earlier requests are answered. Returns the count of each status. */
export async function flood(rate: number, stop: () => boolean, send: (index: number) => Promise<Answer>) {
  const began = performance.now();
  const statuses = new Map<number, number>();
  const running = new Set<Promise<void>>();
  for (let sent = 0; !stop(); ) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; sent < due && running.size < IN_FLIGHT_MAX; sent += 1) {
      const one = send(sent).then(({ status }) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        running.delete(one);
      });
      running.add(one);
    }
    await pause(5);
  }
  await Promise.all(running);
  return statuses;
}

export const after = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};

/** Success and waiting times of honest users. */
export class Experience {
  readonly #times: number[] = [];
  #failed = 0;

  note(succeeded: boolean, ms: number): void {
    if (succeeded) this.#times.push(ms);
    else this.#failed += 1;
  }

  get succeeded(): number {
    return (100 * this.#times.length) / Math.max(1, this.#times.length + this.#failed);
  }

  percentile(part: number): number {
    return percentile(
      this.#times.sort((one, other) => one - other),
      part,
    );
  }
}

/** A real mail server that delays each email and rejects some. */
export async function slowMailServer(delayMs: number, refuses: (address: string) => boolean = () => false) {
  const arrived = new Map<string, { readonly at: number; readonly code: string }>();
  const refused = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (!refuses(address)) return done();
      refused.set(address, performance.now());
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { text = '' } = await PostalMime.parse(Buffer.concat(chunks));
        await pause(delayMs);
        const code = /^(\d{6})$/m.exec(text)?.[1] ?? '';
        arrived.set(envelope.rcptTo[0]?.address ?? '', { at: performance.now(), code });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => arrived.size,
    /** When the last email to an address was rejected. */
    refusedAt: (address: string) => refused.get(address),
    /** The email to an address, or null if it has not arrived within the time. */
    async to(address: string, seconds: number) {
      for (const stop = after(seconds); !stop(); await pause(20)) {
        const mail = arrived.get(address);
        if (mail !== undefined) return mail;
      }
      return null;
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** Ten thousand guests with a socket: how soon they get news, what they cost, and how they return after a restart. */
import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, fetched, hangUp } from '../scripts/ask.ts';
import { type Keys, keysFrom } from '../server/crypto/keys.ts';
import { bothDatabases } from './abuse/databases.ts';
import type { Database } from './abuse/portal.ts';
import { figure, percentile } from './figures.ts';
import { memoryOf } from './memory-of.ts';
import type { Guest, Order, Report } from './push-pages.ts';
import { type BenchServer, benchInstallation, spawnNode } from './servers.ts';
import { prepare } from './sessions.ts';

/** Fewer during development. */
const GUESTS = Number(process.env.BENCH_GUESTS ?? 10_000);
const RETURNING = GUESTS / 2;
const PROMPTS = 500;
const PROMPT_EVERY_MS = 20;
const PROCESSES = 2;
const SETTLE_MS = 5_000;
const TOLD_WITHIN_MS = 10_000;

const now = () => Number(process.hrtime.bigint()) / 1e6;
const shownCount = (count: number) => count.toLocaleString('en');

/** Every guest has an address of their own, behind a proxy. */
const addressOf = (index: number) => `10.3.${index >> 8}.${index & 255}`;
/** Several addresses, because each has a rate limit for staff writes. */
const officeAddress = (index: number) => `192.0.2.${index % 200}`;

function guestOf(keys: Keys, index: number): Guest {
  const content = `bench-guest-${index}.0`;
  const signature = createHmac('sha256', keys.derive('guest-cookie')).update(content).digest('base64url');
  return { index, cookie: `guest=${content}.${signature}`, ip: addressOf(index) };
}

/** Guest pages in processes of their own. */
class Crowd {
  readonly #children: ChildProcess[] = [];
  readonly #open = new Map<ChildProcess, number>();
  readonly #told = new Map<number, (at: number) => void>();
  openedAt = 0;

  static async start(): Promise<Crowd> {
    const crowd = new Crowd();
    const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: '.node/compile-cache' };
    await Promise.all(
      Array.from({ length: PROCESSES }, () => {
        const child = spawnNode(['bench/push-pages.ts'], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
        crowd.#children.push(child);
        return new Promise<void>((ready) =>
          child.on('message', (report: Report) => {
            if (report.type === 'ready') ready();
            else crowd.#hear(child, report);
          }),
        );
      }),
    );
    return crowd;
  }

  #hear(child: ChildProcess, report: Exclude<Report, { type: 'ready' }>): void {
    if (report.type === 'news') this.#told.get(report.index)?.(report.at);
    else {
      this.#open.set(child, report.count);
      this.openedAt = Math.max(this.openedAt, report.at);
    }
  }

  #order(order: Order): void {
    for (const child of this.#children) child.send(order);
  }

  get count(): number {
    return [...this.#open.values()].reduce((sum, count) => sum + count, 0);
  }

  async until(count: number, withinMs: number): Promise<boolean> {
    for (const end = now() + withinMs; now() < end; await pause(20)) if (this.count >= count) return true;
    return false;
  }

  /** Connects guests to one server. */
  async open(port: number, guests: readonly Guest[]): Promise<void> {
    const wanted = this.count + guests.length;
    for (const [turn, child] of this.#children.entries()) {
      const some = guests.filter((_, index) => index % PROCESSES === turn);
      child.send({ type: 'open', port, guests: some } satisfies Order);
    }
    if (!(await this.until(wanted, 120_000))) throw new Error(`${this.count} of ${wanted} guests are connected.`);
  }

  comeBack(): void {
    this.#open.clear();
    this.openedAt = 0;
    this.#order({ type: 'come back' });
  }

  /** When a guest's page got the news; null if it never did. */
  told(index: number): Promise<number | null> {
    return new Promise((resolve) => {
      const end = (at: number | null) => {
        clearTimeout(patience);
        this.#told.delete(index);
        resolve(at);
      };
      const patience = setTimeout(() => end(null), TOLD_WITHIN_MS);
      this.#told.set(index, end);
    });
  }

  async close(): Promise<void> {
    const exited = this.#children.map((child) => new Promise((resolve) => child.on('exit', resolve)));
    this.#order({ type: 'close' });
    await Promise.all(exited);
  }
}

interface Prompted {
  /** Until the admin has the answer, after the commit. */
  readonly answered: number;
  /** Until the guest's page has the news; null if it never arrives. */
  readonly told: number | null;
}

/** An admin prompts one guest after the other, wherever they are connected. */
async function prompted(crowd: Crowd, { url }: BenchServer, cookie: string): Promise<Prompted[]> {
  const times: Promise<Prompted>[] = [];
  for (let index = 0; index < PROMPTS; index += 1) {
    const guest = Math.floor((index * GUESTS) / PROMPTS);
    const told = crowd.told(guest);
    const began = now();
    const sent = fetched(`${url}/api/admin/guest-prompt`, {
      method: 'POST',
      headers: { cookie, 'x-forwarded-for': officeAddress(index) },
      body: { guestIp: addressOf(guest), prompt: 'email' },
    });
    times.push(
      Promise.all([sent, told]).then(([{ ms }, at]) => ({ answered: ms, told: at === null ? null : at - began })),
    );
    await pause(PROMPT_EVERY_MS);
  }
  return Promise.all(times);
}

const environment = { TRUST_PROXY: '127.0.0.0/8', ROW_BUDGET: '1000000000' };

async function told(database: Database, servers: number): Promise<void> {
  const installation = benchInstallation({ ...(await database.fresh()), ...environment });
  const keys = keysFrom(installation.config.secretKey as string);
  const [admin] = await prepare(installation.config, 1);
  const running: BenchServer[] = [];
  for (let index = 0; index < servers; index += 1) running.push(await installation.start());
  const crowd = await Crowd.start();
  const where = servers === 1 ? database.name : `${database.name}, ${servers} processes`;
  const name = (what: string) => `${shownCount(GUESTS)} connected guests, ${where}: ${what}`;
  const memory = () => running.map(({ pid }) => memoryOf(pid, 'now'));
  try {
    // Code takes its memory at its first run.
    for (const { url } of running)
      for (let times = 0; times < 300; times += 1) await fetched(`${url}/api/guest/check-prompt`);
    await pause(1_000);
    const before = memory();
    const share = GUESTS / servers;
    for (const [turn, { port }] of running.entries())
      await crowd.open(
        port,
        Array.from({ length: share }, (_, index) => guestOf(keys, turn + index * servers)),
      );
    await pause(SETTLE_MS);
    const after = memory();
    const grown = after.map((value, index) => ((value - (before[index] as number)) * 1024) / share);
    figure(name('memory of each'), Math.max(...grown), 'kB', { most: 12 });
    figure(name('memory of a process'), Math.max(...after), 'MB', { most: 230 });

    const times = await prompted(crowd, running[0] as BenchServer, admin?.cookie ?? '');
    const sorted = (values: (number | null)[]) => values.filter((ms) => ms !== null).sort((one, other) => one - other);
    const known = sorted(times.map((time) => time.told));
    const answered = sorted(times.map((time) => time.answered));
    figure(name('the admin waits for the answer, p99'), percentile(answered, 0.99), 'ms');
    figure(name('a prompt until the page is told, p50'), percentile(known, 0.5), 'ms');
    figure(name('a prompt until the page is told, p99'), percentile(known, 0.99), 'ms', { most: 50 });
    figure(name('pages that were not told'), times.length - known.length, '', { most: 0 });
  } finally {
    await crowd.close();
    for (const server of running) await server.stop();
    installation.remove();
  }
}

/** An unrelated client. */
async function others(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; !isOver(); index += 1) {
    const headers = { 'x-forwarded-for': `10.4.${(index >> 8) & 255}.${index & 255}` };
    times.push((await ask(`${url}${index % 2 === 0 ? '/api/portal' : '/api/guest/check-prompt'}`, { headers })).ms);
    await pause(10);
  }
  return times.sort((one, other) => one - other);
}

async function restarted(database: Database): Promise<void> {
  const installation = benchInstallation({ ...(await database.fresh()), ...environment });
  const keys = keysFrom(installation.config.secretKey as string);
  const first = await installation.start();
  const crowd = await Crowd.start();
  let second: BenchServer | null = null;
  try {
    await crowd.open(
      first.port,
      Array.from({ length: RETURNING }, (_, index) => guestOf(keys, index)),
    );
    crowd.comeBack();
    const { port } = first;
    await first.stop();
    second = await installation.start({ port });
    const began = now();
    let over = false;
    const waiting = others(second.url, () => over);
    const allBack = await crowd.until(RETURNING, 60_000);
    over = true;
    const times = await waiting;
    const name = (what: string) => `${shownCount(RETURNING)} guests return after a restart, ${database.name}: ${what}`;
    figure(name('all are back'), allBack ? (crowd.openedAt - began) / 1000 : Number.POSITIVE_INFINITY, 's', {
      most: 10,
    });
    figure(name('others wait for an answer, p95'), percentile(times, 0.95), 'ms', { most: 300 });
  } finally {
    await crowd.close();
    await second?.stop();
    installation.remove();
  }
}

const { databases, stop } = await bothDatabases();
try {
  for (const database of databases) {
    await told(database, database.name === 'SQLite' ? 1 : 2);
    await restarted(database);
  }
} finally {
  hangUp();
  await stop();
}

import { freePort } from '../../scripts/free-port.ts';
import { readConfig } from '../../server/config.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import type { Db, UserRow } from '../../server/db/tables.ts';
import { createHasher, type PasswordHasher } from '../../server/passwords/hasher.ts';
import { createLog } from '../../server/process/log.ts';
import { createAccount, PASSWORD } from './accounts.ts';
import { solvedCaptcha } from './captcha.ts';
import { migratedDatabase, type TestDatabase } from './database.ts';
import { openSocket } from './live-socket.ts';
import { type RunningProcess, runServer, until, untilRunning } from './process.ts';
import { RoundRobin } from './round-robin.ts';
import { type Answer, Visitor } from './visitor.ts';

const SECRET_KEY = 'a-key-for-several-that-is-long-enough';
const keys = keysFrom(SECRET_KEY);
const clock = { now: () => Date.now() };

let people = 0;

/** Real processes on one database behind a proxy, all started at once. The caller has to close them. */
export class Several {
  readonly keys = keys;
  readonly proxy: RoundRobin;
  readonly servers: RunningProcess[];
  readonly #env: Record<string, string>;
  readonly #database: TestDatabase;
  readonly #opened: Database;
  readonly #hasher: PasswordHasher;

  private constructor(
    proxy: RoundRobin,
    servers: RunningProcess[],
    env: Record<string, string>,
    database: TestDatabase,
    opened: Database,
    hasher: PasswordHasher,
  ) {
    this.proxy = proxy;
    this.servers = servers;
    this.#env = env;
    this.#database = database;
    this.#opened = opened;
    this.#hasher = hasher;
  }

  static async start(
    count: number,
    further: Record<string, string> = {},
    makeDatabase = migratedDatabase,
  ): Promise<Several> {
    const database = await makeDatabase();
    const proxy = await RoundRobin.start();
    const env = {
      ...database.env,
      SECRET_KEY,
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: proxy.url,
      // Shared, because all processes load the same files.
      NODE_COMPILE_CACHE: '.node/compile-cache',
      ...further,
    };
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const servers = ports.map((port) => runServer(env, port));
    await Promise.all(servers.map(untilRunning)).catch((error) => {
      for (const server of servers) server.kill('SIGKILL');
      throw error;
    });
    proxy.targets = ports;
    const opened = await openDatabase(readConfig(env), createLog('silent'));
    return new Several(proxy, servers, env, database, opened, await createHasher());
  }

  get db(): Db {
    return this.#opened.db;
  }

  server(index: number): RunningProcess {
    return this.servers[index] as RunningProcess;
  }

  portOf(index: number): number {
    return this.proxy.targets[index] as number;
  }

  /** Starts a new process in place of an ended one. */
  async replace(index: number): Promise<void> {
    const running = runServer(this.#env, this.portOf(index));
    this.servers[index] = running;
    await untilRunning(running);
  }

  /** A new visitor through the proxy. */
  visitor(): Visitor {
    people += 1;
    return new Visitor(people, () => [this.proxy.url]);
  }

  /** The same browser, directly at each process. */
  atEach(visitor: Visitor): Visitor[] {
    return this.proxy.targets.map((_, index) => this.at(index, visitor));
  }

  /** The same browser, or a new one, directly at one process. */
  at(index: number, visitor = this.visitor()): Visitor {
    const same = new Visitor(0, () => [`http://127.0.0.1:${this.portOf(index)}`]);
    return Object.assign(same, { ip: visitor.ip, cookies: visitor.cookies });
  }

  /** The same request of the same browser, directly to each process. */
  askEach(visitor: Visitor, path: string): Promise<Answer[]> {
    return Promise.all(this.atEach(visitor).map((each) => each.ask('GET', path)));
  }

  captcha(): Promise<string> {
    return solvedCaptcha(keys, clock.now());
  }

  account(options: Parameters<typeof createAccount>[1]): Promise<UserRow> {
    return createAccount({ db: this.db, keys, clock, hasher: this.#hasher }, options);
  }

  async signIn(visitor: Visitor, username: string, password = PASSWORD): Promise<Answer> {
    return visitor.ask('POST', '/api/auth/login', { username, password, recaptchaToken: await this.captcha() });
  }

  async signedIn(username: string, password?: string): Promise<Visitor> {
    const visitor = this.visitor();
    const answer = await this.signIn(visitor, username, password);
    if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer)}`);
    return visitor;
  }

  /** Every first admin password that any process has printed. */
  get printedPasswords(): string[] {
    return this.servers.flatMap(({ output }) => /Password: (\S+) \(shown once/.exec(output())?.[1] ?? []);
  }

  /** Signs in for the first time, which requires a new password. */
  async signedInAdmin(): Promise<Visitor> {
    const [currentPassword] = this.printedPasswords;
    const admin = await this.signedIn('admin', currentPassword);
    const answer = await admin.ask('POST', '/api/auth/change-password', { currentPassword, newPassword: PASSWORD });
    if (answer.status !== 200) throw new Error(`The first admin has no own password: ${JSON.stringify(answer)}`);
    return admin;
  }

  /** The socket of an admin's page, at one process or through the proxy. */
  async socket(admin: Visitor, port = this.proxy.port) {
    const opened = openSocket(port, { cookie: admin.cookieHeader });
    await until('the socket is open', () => opened.state.opened);
    const { body } = await admin.ask('GET', '/api/auth/user');
    opened.socket.send(JSON.stringify({ type: 'admin_auth', adminId: body.id }));
    await until('the unread count has arrived', () => opened.heard.length > 0);
    return opened;
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.kill('SIGKILL');
    await Promise.all(this.servers.map(({ exited }) => exited));
    await this.proxy.close();
    await this.#opened.close();
    await this.#database.remove();
  }
}

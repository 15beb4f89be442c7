import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { startOwnPostgres } from '../../scripts/test-postgres.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { browserOf, type Headers } from '../browser-of.ts';
import { LeanClient, withAtOnce } from '../lean-client.ts';
import type { Mails } from '../mails.ts';
import { memoryOf } from '../memory-of.ts';
import { processorOfFamily, processorOfThreads } from '../processor-of.ts';
import { benchInstallation } from '../servers.ts';
import { solvedCaptchas } from '../sign-ins.ts';

/** Of requests that wait for an answer, so that each version can share as many commits. */
export const AT_ONCE = 32;
const USERS = 100;
const GUESTS = 1_000;
const SESSIONS = 100;
const PASSWORD = 'the password of everybody';
/** Until what follows the answers has been written. */
const SETTLES_MS = 500;
/** The threads that Argon2id runs on. */
const HASHING_THREADS = 'libuv-worker';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** Of one operation, in microseconds of processor time. */
export interface Cost {
  /** Of the server, without the threads that hash passwords. */
  readonly server: number;
  readonly hashing: number;
  /** Of PostgreSQL with all its processes. */
  readonly database: number;
  /** Until it is answered, among others: the time that passes. */
  readonly passed: number;
}

export type Side = Awaited<ReturnType<typeof startSide>>;

interface Answered {
  readonly id: string;
  readonly temporaryPassword: string;
}

/** A version of the program with a database of its own, filled over HTTP as in use. */
export async function startSide(database: DatabaseName, mails: Mails, cwd: string, isProfiled: boolean) {
  const postgres = database === 'PostgreSQL' ? await startOwnPostgres() : null;
  const installation = benchInstallation({
    ...(postgres && { DATABASE_URL: postgres.url }),
    SMTP_URL: mails.url,
    MAIL_RATE: '100000',
    ROW_BUDGET: '1000000000',
  });
  const inspector = isProfiled ? await freePort() : null;
  const flags = inspector === null ? [] : [`--inspect=127.0.0.1:${inspector}`, '--inspect-publish-uid=http'];
  const server = await installation.start({ cwd, flags });
  const client = new LeanClient(server.port);
  const keys = keysFrom(installation.env.SECRET_KEY);
  let people = 0;

  const arrive = () => {
    people += 1;
    return browserOf(people);
  };

  const ask = async (path: string, options: Parameters<LeanClient['ask']>[1] = {}) => {
    const answer = await client.ask(path, options);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
    return answer;
  };
  const post = (path: string, headers: Headers, body: object = {}) => ask(path, { method: 'POST', headers, body });
  const signedIn = async (username: string, password: string): Promise<Headers> => {
    const headers = arrive();
    const [recaptchaToken] = await solvedCaptchas(keys, 1);
    const { cookie } = await post('/api/auth/login', headers, { username, password, recaptchaToken });
    return { ...headers, cookie };
  };

  /** Guests who have opened the first page. */
  const newGuests = async (count: number): Promise<Headers[]> => {
    const guests = Array.from({ length: count }, arrive);
    await withAtOnce(AT_ONCE, guests, async (headers, index) => {
      const { cookie } = await post('/api/guest/log-activity', headers, { page: 'Email Entry Page' });
      guests[index] = { ...headers, cookie };
    });
    return guests;
  };

  const admin = await signedIn('admin', installation.env.ADMIN_PASSWORD);
  const users: Answered[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const person = { username: `user${index}`, firstName: 'Zoë', lastName: `Miller ${index}` };
    users.push(JSON.parse(String((await post('/api/admin/users', admin, person)).body)));
  }
  const [{ id: userId, temporaryPassword }, { id: otherId }] = users as [Answered, Answered];
  const first = await signedIn('user0', temporaryPassword);
  await post('/api/auth/change-password', first, { currentPassword: temporaryPassword, newPassword: PASSWORD });
  const sessions: Headers[] = [];
  for (let index = 0; index < SESSIONS; index += 1) sessions.push(await signedIn('user0', PASSWORD));
  const guests = await newGuests(GUESTS);

  const now = () => ({
    all: processorOfThreads(server.pid),
    hashing: processorOfThreads(server.pid, HASHING_THREADS),
    database: postgres === null ? 0 : processorOfFamily(postgres.pid),
  });

  return {
    port: server.port,
    client,
    inspector,
    mails,
    keys,
    admin,
    /** Signed in many times, by `username` and `password`. */
    user: { id: userId, username: 'user0', password: PASSWORD, sessions },
    /** Has never signed in. */
    otherId,
    guests,
    arrive,
    newGuests,
    ask,
    post,
    async costOf(count: number, work: () => Promise<void>): Promise<Cost> {
      const before = now();
      const began = performance.now();
      await work();
      const seconds = (performance.now() - began) / 1_000;
      await pause(SETTLES_MS);
      const after = now();
      const each = (total: number) => (total * 1e6) / count;
      const hashing = after.hashing - before.hashing;
      return {
        server: each(after.all - before.all - hashing),
        hashing: each(hashing),
        database: each(after.database - before.database),
        passed: each(seconds),
      };
    },
    memory: (which: 'now' | 'most') => memoryOf(server.pid, which),
    async stop() {
      client.close();
      await server.stop();
      await postgres?.stop();
      installation.remove();
    },
  };
}

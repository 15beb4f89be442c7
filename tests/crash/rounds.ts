import { freePort } from '../../scripts/free-port.ts';
import type { OwnPostgres } from '../../scripts/test-postgres.ts';
import { randomFrom } from '../support/chance.ts';
import type { TestDatabase } from '../support/database.ts';
import { type RunningProcess, runServer, until, untilRunning } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';
import { Visitor } from '../support/visitor.ts';
import { readFacts } from './facts.ts';
import { Journal, Unsettled, type Value } from './journal.ts';
import { ADMIN, SECRET_KEY, STORIES, signIn, type World } from './stories.ts';

/** Emails that a process sends in parallel: so many may arrive twice when it is killed. */
const MAILS_AT_ONCE = 5;
/** After so long without a database, a process loses its leases on emails (`server/delivery/outbox-leases.ts`). */
const SILENT_AFTER_MS = 10_000;
/** Another process takes over the emails of a killed one after a while. */
const MAILS_WITHIN_MS = 40_000;
/** Often enough that no code expires before its email is taken over. */
const MAILS_AFTER_ROUNDS = 10;
/** Below the fifty passwords that an admin can email in a day. */
const INVITATIONS_MAX = 45;

export interface RoundsOptions {
  /** An empty database. One process runs on SQLite, two on PostgreSQL. */
  readonly database: TestDatabase;
  /** A PostgreSQL that the rounds may kill too. */
  readonly server?: OwnPostgres;
  readonly onlyServer?: true;
  readonly rounds: number;
  readonly seed: number;
  /** Does not wait until taken-over emails arrive: it is enough that they are still queued. */
  readonly impatient?: true;
  say(line: string): void;
}

export interface Outcome {
  acknowledged: number;
  readonly lost: string[];
  readonly halfDone: string[];
  /** Other failures: wrong answers, ended processes, a service that did not recover. */
  readonly wrong: string[];
  mailsTwice: number;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = Date.now();
  await work();
  return Date.now() - began;
}

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Each round runs many kinds of writes at once, kills at a random moment and reads the database. Every acknowledged write
 * must be there, in this round and all later ones; of every other write, all or nothing.
 */
export async function runRounds(options: RoundsOptions): Promise<Outcome> {
  const { database, server, onlyServer, rounds, seed, impatient, say } = options;
  const random = randomFrom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const journal = new Journal();
  const outcome: Outcome = { acknowledged: 0, lost: [], halfDone: [], wrong: [], mailsTwice: 0 };
  const smtp = await TestSmtp.listening();
  const portal = await startPortal(database, smtp.url).catch(async (error) => {
    await smtp.close();
    throw error;
  });
  let people = 0;
  let kills = 0;
  /** Processes that lost the database for so long that their leases ended. */
  let silenced = 0;
  let over = false;
  let back = 0;
  const next = () => {
    people += 1;
    return people;
  };
  let invitations = 0;
  const arrive = () => new Visitor(next(), portal.addresses, random);
  const world: World = {
    journal,
    smtp,
    random,
    admin: arrive(),
    wrong: outcome.wrong,
    next,
    arrive,
    mayInvite: () => {
      invitations += 1;
      return invitations <= INVITATIONS_MAX;
    },
    isOver: () => over,
  };

  /** Repeats the stories until the round is over. */
  const write = () =>
    STORIES.flatMap(({ story, lanes, alone }) =>
      Array.from({ length: lanes }, async () => {
        while (!over) {
          try {
            await story(world);
          } catch (error) {
            if (!(error instanceof Unsettled)) outcome.wrong.push(String(error));
            if (alone) return;
            await after(50);
          }
        }
      }),
    );

  /** Waits for some writes, and then for a random time. */
  const someMoment = async () => {
    const writes = journal.acknowledged + between(15, impatient ? 60 : 200);
    await until('some writes are acknowledged', () => journal.acknowledged >= writes);
    await after(between(0, 50));
  };

  const killProcesses = async (which: number[]): Promise<string> => {
    const moments: number[] = [];
    const began = Date.now();
    for (const number of which) {
      await someMoment();
      moments.push(Date.now() - began);
      kills += 1;
      await portal.kill(number);
    }
    if (portal.addresses().length > 0) await someMoment();
    return `${which.length === 1 ? 'a process' : `${which.length} processes`} killed after ${moments.join(' and ')} ms`;
  };

  const takeAway = async (postgres: OwnPostgres, how: 'kill' | 'shutDown'): Promise<string> => {
    const began = Date.now();
    await someMoment();
    const moment = Date.now() - began;
    const away = await timed(async () => {
      await postgres[how]();
      await after(between(0, 500));
      await postgres.start();
      back = await timed(portal.healthy);
    });
    if (away > SILENT_AFTER_MS) silenced += portal.size;
    await someMoment();
    return `PostgreSQL ${how === 'kill' ? 'killed' : 'shut down'} after ${moment} ms`;
  };

  const one = () => killProcesses([between(0, portal.size - 1)]);
  const ways: (() => Promise<string>)[] = [];
  if (!onlyServer) ways.push(...(portal.size > 1 ? [() => killProcesses([0, 1]), one] : [one]));
  if (server !== undefined)
    ways.push(
      () => takeAway(server, 'kill'),
      () => takeAway(server, 'shutDown'),
    );

  try {
    const entered = await signIn(world.admin, ADMIN.username, ADMIN.password);
    if (entered.status !== 200) throw new Error(`The admin cannot sign in: ${JSON.stringify(entered)}`);
    for (let round = 1; round <= rounds; round += 1) {
      const before = journal.acknowledged;
      over = false;
      const writers = write();
      const killed = await (ways[(round - 1) % ways.length] as () => Promise<string>)();
      over = true;
      await Promise.all(writers);
      if (portal.addresses().length < portal.size)
        back = await timed(async () => {
          await portal.restart();
          await portal.healthy();
        });
      const facts = await readFacts(database);
      const { lost, halfDone } = journal.compare(facts.of);
      outcome.lost.push(...lost);
      outcome.halfDone.push(...halfDone, ...facts.halfDone);
      await checkPortal(world, outcome);
      outcome.wrong.push(...portal.ended());
      const acknowledged = journal.acknowledged - before;
      say(
        `round ${round}: ${killed}, ${acknowledged} acknowledged, back after ${back} ms, ` +
          `${lost.length} lost, ${halfDone.length + facts.halfDone.length} half-done`,
      );
      if (round % MAILS_AFTER_ROUNDS === 0 || round === rounds)
        await checkEmails(world, outcome, impatient ? (await readFacts(database)).of : null);
    }
    if (outcome.mailsTwice > (kills + silenced) * MAILS_AT_ONCE)
      outcome.wrong.push(`${outcome.mailsTwice} emails arrived twice after ${kills} kills`);
  } catch (error) {
    outcome.wrong.push(...portal.ended(), String(error));
  } finally {
    over = true;
    await portal.stop();
    await smtp.close();
  }
  outcome.acknowledged = journal.acknowledged;
  return outcome;
}

/** Checks over HTTP that the admin is signed in and that the settings are the last acknowledged ones. */
async function checkPortal({ journal, admin }: World, outcome: Outcome): Promise<void> {
  const me = await admin.ask('GET', '/api/auth/user');
  if (me.status !== 200) outcome.lost.push(`the session of the admin: ${me.status}`);
  const saved = journal.known('settings');
  if (saved === null) return;
  const { codePromptMessage, exitMessage } = (await admin.ask('GET', '/api/admin/settings')).body;
  const shown = [codePromptMessage, exitMessage].join(', ');
  if (shown !== saved) outcome.lost.push(`settings: ${saved} was acknowledged, the portal says ${shown}`);
}

/**
 * Every promised email arrives. One that was being sent when its process was killed may arrive twice: the mail server had
 * accepted it, and the process could not record that.
 */
async function checkEmails(
  { journal, smtp }: World,
  outcome: Outcome,
  facts: ((fact: string) => Value) | null,
): Promise<void> {
  const promised = journal.named('mails ').filter(([fact]) => fact.includes('@'));
  const arrived = new Map<string, number>();
  const missing = () => {
    arrived.clear();
    for (const { to } of smtp.received) arrived.set(to, (arrived.get(to) ?? 0) + 1);
    return promised
      .map(([fact]) => fact.slice('mails '.length))
      .filter((address) => !arrived.has(address) && !facts?.(`mail waits ${address}`));
  };
  await until('all emails have arrived', () => missing().length === 0, MAILS_WITHIN_MS).catch(() => undefined);
  outcome.lost.push(...missing().map((address) => `the email to ${address} has not arrived`));
  const expected = new Map(promised.map(([fact, mails]) => [fact.slice('mails '.length), Number(mails)]));
  outcome.mailsTwice = [...arrived].filter(([address, times]) => times > (expected.get(address) ?? 1)).length;
}

/** The processes of the portal: killed one by one, restarted together. */
async function startPortal({ env }: TestDatabase, smtpUrl: string) {
  const running: (RunningProcess | null)[] = env.DATABASE_URL === undefined ? [null] : [null, null];
  const gone = new Set<RunningProcess>();
  const start = async () => {
    const server = runServer(
      {
        ...env,
        SECRET_KEY,
        ADMIN_PASSWORD: ADMIN.password,
        SMTP_URL: smtpUrl,
        MAIL_RATE: '100000',
        SELF_REGISTRATION: 'true',
        TRUST_PROXY: '127.0.0.1',
      },
      await freePort(),
    );
    void server.exited.then(() => gone.add(server));
    await untilRunning(server);
    return server;
  };
  const alive = () => running.filter((server) => server !== null);
  const restart = async () => {
    await Promise.all(
      running.map(async (server, number) => {
        running[number] = server ?? (await start());
      }),
    );
  };
  const isHealthy = ({ url }: RunningProcess) =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await restart();
  return {
    size: running.length,
    addresses: () => alive().map(({ url }) => url),
    restart,
    async kill(number: number) {
      const server = running[number] as RunningProcess;
      running[number] = null;
      server.kill('SIGKILL');
      await server.exited;
    },
    healthy: () =>
      until('the portal is healthy', async () => (await Promise.all(alive().map(isHealthy))).every(Boolean)),
    /** Processes that ended without a kill. */
    ended: () =>
      alive()
        .filter((server) => gone.has(server))
        .map((server) => `a process ended by itself: ${server.output().slice(-2_000)}`),
    async stop() {
      for (const server of alive()) {
        server.kill('SIGKILL');
        await server.exited;
      }
    },
  };
}

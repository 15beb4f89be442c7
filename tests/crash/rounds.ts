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

/** How many mails a process sends at once: so many may come twice when it is killed. */
const MAILS_AT_ONCE = 5;
/** After so long without a database nobody can tell a process that still sends from a dead one (`server/delivery/outbox-leases.ts`). */
const SILENT_AFTER_MS = 10_000;
/** Those of a process that was killed are taken over by another after a while. */
const MAILS_WITHIN_MS = 40_000;
/** Often enough that no code expires before its mail is taken over. */
const MAILS_AFTER_ROUNDS = 10;
/** Of the fifty passwords that an admin can send by mail in a day. */
const INVITATIONS_MAX = 45;

export interface RoundsOptions {
  /** Empty at the beginning. With SQLite one process runs on it, with PostgreSQL two. */
  readonly database: TestDatabase;
  /** A PostgreSQL that may be killed as well. */
  readonly server?: OwnPostgres;
  readonly onlyServer?: true;
  readonly rounds: number;
  readonly seed: number;
  /** Does not wait for mails that another process takes over: it is enough that they are still there to be sent. */
  readonly impatient?: true;
  say(line: string): void;
}

export interface Outcome {
  acknowledged: number;
  readonly lost: string[];
  readonly halfDone: string[];
  /** What was wrong otherwise: answers, processes that ended, a service that did not come back. */
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
 * Rounds of: many kinds of writes at once, a kill at a random moment, and a look at what there is. Everything that was
 * acknowledged has to be there, in this round and all later ones, and of everything else all or nothing.
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
  /** Processes that lost the database for so long that another had to take over. */
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

  /** Tells the stories again and again until the round is over. */
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

  /** A moment in the middle of it all: some writes later, and then any time. */
  const someMoment = async () => {
    const writes = journal.acknowledged + between(15, impatient ? 60 : 200);
    await until('something is written', () => journal.acknowledged >= writes);
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
      await lookAtThePortal(world, outcome);
      outcome.wrong.push(...portal.ended());
      const acknowledged = journal.acknowledged - before;
      say(
        `round ${round}: ${killed}, ${acknowledged} acknowledged, back after ${back} ms, ` +
          `${lost.length} lost, ${halfDone.length + facts.halfDone.length} half-done`,
      );
      if (round % MAILS_AFTER_ROUNDS === 0 || round === rounds)
        await lookAtMails(world, outcome, impatient ? (await readFacts(database)).of : null);
    }
    if (outcome.mailsTwice > (kills + silenced) * MAILS_AT_ONCE)
      outcome.wrong.push(`${outcome.mailsTwice} mails came twice after ${kills} kills`);
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

/** Through the front door: who is signed in is, and the settings are those that were saved last. */
async function lookAtThePortal({ journal, admin }: World, outcome: Outcome): Promise<void> {
  const me = await admin.ask('GET', '/api/auth/user');
  if (me.status !== 200) outcome.lost.push(`the session of the admin: ${me.status}`);
  const saved = journal.known('settings');
  if (saved === null) return;
  const { codePromptMessage, exitMessage } = (await admin.ask('GET', '/api/admin/settings')).body;
  const shown = [codePromptMessage, exitMessage].join(', ');
  if (shown !== saved) outcome.lost.push(`settings: ${saved} was acknowledged, the portal says ${shown}`);
}

/**
 * Every mail that was promised comes. One that was on its way when its process was killed may come twice: the mail
 * server had taken it, and nobody was left to write that down.
 */
async function lookAtMails(
  { journal, smtp }: World,
  outcome: Outcome,
  facts: ((fact: string) => Value) | null,
): Promise<void> {
  const promised = journal.named('mails ').filter(([fact]) => fact.includes('@'));
  const come = new Map<string, number>();
  const missing = () => {
    come.clear();
    for (const { to } of smtp.received) come.set(to, (come.get(to) ?? 0) + 1);
    return promised
      .map(([fact]) => fact.slice('mails '.length))
      .filter((address) => !come.has(address) && !facts?.(`mail waits ${address}`));
  };
  await until('all mails have come', () => missing().length === 0, MAILS_WITHIN_MS).catch(() => undefined);
  outcome.lost.push(...missing().map((address) => `the mail to ${address} has not come`));
  const meant = new Map(promised.map(([fact, mails]) => [fact.slice('mails '.length), Number(mails)]));
  outcome.mailsTwice = [...come].filter(([address, times]) => times > (meant.get(address) ?? 1)).length;
}

/** The processes of the portal: killed one by one, started again together. */
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
    /** Processes that nobody has killed and that have ended. */
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

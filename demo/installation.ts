import { fileURLToPath } from 'node:url';
import { hangUp } from '../scripts/ask.ts';
import { type App, buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { createLog } from '../server/process/log.ts';
import { DEMO_USER } from './accounts.ts';
import { DemoClock } from './clock.ts';
import { helpGuests } from './colleague.ts';
import { ignoreStopped, walkGuests } from './crowd.ts';
import { Dice } from './dice.ts';
import { DevelopmentMailbox } from './mailbox.ts';
import { COLLEAGUES, PAST_MS, writePast } from './past.ts';
import { newEmails } from './people.ts';
import { walkUsers } from './signed-in.ts';
import { Staff } from './staff.ts';

const SEED = 20_260_101;
/** The first guests arrive this early, so that even an expired code shows once the clock has caught up. */
const HEAD_START_MS = 7 * 60_000;
const CATCH_UP_MS = 15_000;
const ADMIN = { username: 'admin', password: 'look-around-freely' };

/** The server writes presence once a minute, which is too rare while the clock runs fast. */
async function writeWhoIsSeen(app: App, clock: DemoClock): Promise<void> {
  while (!clock.hasCaughtUp) {
    await clock.wait(30_000);
    await app.sessions.flush();
  }
}

export interface Demo {
  readonly url: string;
  readonly app: App;
  readonly clock: DemoClock;
  readonly admin: typeof ADMIN;
  readonly user: { readonly username: string; readonly password: string };
  close(): Promise<void>;
}

interface DemoOptions {
  readonly port: number;
  /** Must be empty; the caller removes it. */
  readonly dataDir: string;
  readonly logLevel?: string;
}

export async function startDemo({ port, dataDir, logLevel = 'error' }: DemoOptions): Promise<Demo> {
  const end = Date.now() - HEAD_START_MS;
  const clock = new DemoClock(end - PAST_MS);
  let app: App | undefined;
  let walking: Promise<unknown> = Promise.resolve();
  const close = async () => {
    clock.stop();
    await walking;
    hangUp();
    await app?.close();
  };
  try {
    // Ignores the environment: a demo must not touch a real database or send email.
    const config = readConfig({
      PORT: String(port),
      DATA_DIR: dataDir,
      ORGANISATION: 'Gatehouse Demo',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: logLevel,
      TRUST_PROXY: '127.0.0.1',
    });
    const log = createLog(config.logLevel);
    app = await buildApp(config, { log, clock, webDir: fileURLToPath(new URL('../dist/web', import.meta.url)) });
    await app.http.listen({ host: '127.0.0.1', port });
    const url = `http://127.0.0.1:${port}`;
    const dice = new Dice(SEED);
    const mailbox = new DevelopmentMailbox(url);
    const newEmail = newEmails(dice);
    const { cookies, nextGuest } = await writePast({ app, clock, dice, url, mailbox, newEmail }, end);
    clock.run(CATCH_UP_MS);
    const surroundings = { url, clock, dice, mailbox, newEmail };
    walking = Promise.all([
      walkGuests({
        ...surroundings,
        firstGuest: nextGuest,
        log: (error) => log.warn({ err: error }, 'a guest of the demo gave up'),
      }),
      walkUsers(surroundings, cookies),
      writeWhoIsSeen(app, clock).catch(ignoreStopped),
      helpGuests({ clock, dice, staff: new Staff(app, clock, url), username: COLLEAGUES[0].username }),
    ]);
    return { url: config.publicUrl.origin, app, clock, admin: ADMIN, user: DEMO_USER, close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { keysFrom } from '../../server/crypto/keys.ts';
import { insertAccount } from '../../server/features/users/accounts.ts';
import { type Database, slowMailServer } from '../abuse/portal.ts';
import { insertManyUsers } from '../many-users.ts';
import { benchInstallation } from '../servers.ts';
import { prepare } from '../sessions.ts';
import { createAccounts } from '../sign-ins.ts';

const ADMINS = 3;
const USERS = 20_000;
const MAIL_MS = 20;
/** An admin with a password. */
export const KEEPER = 'keeper';

export type Town = Awaited<ReturnType<typeof openTown>>;

/** A portal with some users, its mail server, and signed-in admins. People act without pauses until told otherwise. */
export async function openTown(database: Database) {
  let haste = true;
  const mails = await slowMailServer(MAIL_MS);
  const installation = benchInstallation({
    ...(await database.fresh()),
    SMTP_URL: mails.url,
    MAIL_RATE: '100000',
    ROW_BUDGET: '1000000000',
  });
  const { config } = installation;
  const keys = keysFrom(config.secretKey as string);
  const admins = await prepare(config, ADMINS, (db, keys) =>
    insertManyUsers(db, keys, { count: USERS, databaseUrl: config.databaseUrl }),
  );
  const passwordHash = await createAccounts(config, keys);
  const keeper = { username: KEEPER, role: 'admin', passwordHash, passwordState: 'own' } as const;
  await prepare(config, 0, async (db) => void (await insertAccount(db, keeper, keys, Date.now())));
  const server = await installation.start();
  return {
    url: server.url,
    pid: server.pid,
    keys,
    mails,
    admins,
    /** The pause of a person between two clicks. */
    pass: (seconds: number) => (haste ? Promise.resolve() : pause(seconds * 1000)),
    slowDown() {
      haste = false;
    },
    async close() {
      await server.stop();
      await mails.close();
      installation.remove();
    },
  };
}

export function expectStatus(status: number, what: string, expected = 200): void {
  if (status !== expected) throw new Error(`It was answered with ${status}: ${what}.`);
}

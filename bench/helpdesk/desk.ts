import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { buildApp } from '../../server/app.ts';
import { createLog } from '../../server/process/log.ts';
import { type Database, slowMailServer } from '../abuse/portal.ts';
import { benchInstallation } from '../servers.ts';
import { prepare } from '../sessions.ts';

/**
 * So much faster than the world goes the clock of the portal: nobody waits five minutes for a code to expire. What the portal
 * does by timers of its own it does in real time, so whoever is listed late here is as late there.
 */
const SPEED = 6;

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A portal in this process, its mail server, and admins who are signed in. */
export async function openDesk(database: Database, admins: number) {
  const mails = await slowMailServer(20, (address) => address.startsWith('refused'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const installation = benchInstallation({
    ...(await database.fresh()),
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_URL: mails.url,
    MAIL_RATE: '100000',
    ROW_BUDGET: '1000000000',
  });
  const sessions = await prepare(installation.config, admins);
  const [began, wall] = [performance.now(), Date.now()];
  const clock = { now: () => Math.floor(wall + (performance.now() - began) * SPEED) };
  const app = await buildApp(installation.config, { log: createLog('silent'), clock });
  await app.http.listen({ host: '127.0.0.1', port });
  return {
    url,
    mails,
    admins: sessions,
    /** Milliseconds of the world for so many seconds of the portal. */
    realMs: (seconds: number) => (seconds * 1000) / SPEED,
    /** So many seconds of the portal. */
    wait: (seconds: number) => pause((seconds * 1000) / SPEED),
    async close() {
      await app.close();
      await mails.close();
      installation.remove();
    },
  };
}

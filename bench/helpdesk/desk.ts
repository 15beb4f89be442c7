import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { buildApp } from '../../server/app.ts';
import { createLog } from '../../server/process/log.ts';
import { type Database, slowMailServer } from '../abuse/portal.ts';
import { benchInstallation } from '../servers.ts';
import { prepare } from '../sessions.ts';

/**
 * How much faster the portal's clock runs, so that no one waits five minutes for a code to expire. Its timers run in
 * real time, so a guest listed late here would be just as late in production.
 */
const SPEED = 6;

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A portal in this process, its mail server, and signed-in admins. */
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
    /** Real milliseconds for seconds of the portal's clock. */
    realMs: (seconds: number) => (seconds * 1000) / SPEED,
    /** Waits for seconds of the portal's clock. */
    wait: (seconds: number) => pause((seconds * 1000) / SPEED),
    async close() {
      await app.close();
      await mails.close();
      installation.remove();
    },
  };
}

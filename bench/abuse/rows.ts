import { setTimeout as pause } from 'node:timers/promises';
import { compared } from './compared.ts';
import {
  after,
  Browser,
  type Database,
  Experience,
  flood,
  honestAddress,
  inOneSite,
  slowMailServer,
  startPortal,
} from './portal.ts';

const RATE = 4_000;
const SECONDS = 30;
const LAST_SECONDS = 10;
const PAGES = ['Email Entry Page', 'Verify Code Page'];

/** One site with 65,536 networks writes as much as it can; what happens to the database and to honest guests? */
export async function junkRows(database: Database): Promise<void> {
  const mail = await slowMailServer(0);
  const portal = await startPortal(database, { env: { SMTP_URL: mail.url } });
  const size = () => database.size(portal.dataDir);
  const before = await size();
  const sizes: number[] = [];
  const stop = after(SECONDS);
  const guests = new Experience();
  const views = new Experience();

  const honest = async () => {
    for (let index = 0; !stop(); index += 1) {
      const browser = new Browser(portal, honestAddress(index));
      const view = await browser.post('/api/guest/log-activity', { page: 'Email Entry Page' });
      views.note(view.status === 200, view.ms);
      const sent = await browser.post('/api/user/send-verification-code', { email: `honest${index}@example.com` });
      guests.note(sent.status === 200, sent.ms);
      await pause(500);
    }
  };
  const watch = async () => {
    while (!stop()) {
      sizes.push(await size());
      await pause(1_000);
    }
  };
  await Promise.all([
    honest(),
    watch(),
    flood(RATE, stop, (index) =>
      new Browser(portal, inOneSite(index)).post('/api/guest/log-activity', { page: PAGES[index & 1] as string }),
    ),
  ]);
  const all = await size();
  const late = sizes.at(-LAST_SECONDS) as number;
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  compared(database, `one /48 writes for ${SECONDS} s: the database grows by`, megabytes(all - before), 'MB', {
    most: 30,
  });
  compared(database, `of it in the last ${LAST_SECONDS} s`, megabytes(all - late), 'MB', { most: 1 });
  compared(database, `honest page views recorded meanwhile`, views.succeeded, '%', { least: 95 });
  compared(database, `honest codes sent meanwhile`, guests.succeeded, '%', { least: 99 });
  compared(database, `an honest code, p95`, guests.percentile(0.95), 'ms', { most: 300 });
  await portal.stop();
  await mail.close();
}

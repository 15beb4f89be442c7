import { setTimeout as pause } from 'node:timers/promises';
import { solvedCaptchas } from '../sign-ins.ts';
import { compared } from './compared.ts';
import {
  Browser,
  type Database,
  Experience,
  farApart,
  honestAddress,
  inOneSite,
  slowMailServer,
  startPortal,
} from './portal.ts';

const JUNK = 1_500;
const AT_ONCE = 50;
const HONEST = 10;
const PATIENCE_S = 90;
const SEND = '/api/user/send-verification-code';

/** A script requests fifteen hundred emails; how long does an honest guest wait for a code? */
export async function mailFlood(database: Database): Promise<void> {
  const mail = await slowMailServer(200);
  const portal = await startPortal(database, { env: { SMTP_URL: mail.url } });
  let taken = 0;
  let next = 0;
  const script = async () => {
    while (next < JUNK) {
      const index = next;
      next += 1;
      // Most come from the networks of one site, the rest from networks far apart.
      const ip = index % 5 === 0 ? farApart(index) : inOneSite(Math.floor(index / 3));
      const { status } = await new Browser(portal, ip).post(SEND, { email: `junk${index}@example.net` });
      if (status === 200) taken += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, script));
  const scriptSeconds = (performance.now() - began) / 1000;

  const tokens = await solvedCaptchas(portal.keys, HONEST);
  const guests = new Experience();
  await Promise.all(
    Array.from({ length: HONEST }, async (_, index) => {
      await pause(index * 500);
      const browser = new Browser(portal, honestAddress(index));
      const email = `honest${index}@example.com`;
      const asked = performance.now();
      const { status, body } = await browser.post(SEND, { email });
      if (status === 429 && body.includes('captcha'))
        await browser.post(SEND, { email, recaptchaToken: tokens[index] });
      const arrived = await mail.to(email, PATIENCE_S);
      guests.note(arrived !== null, (arrived?.at ?? 0) - asked);
    }),
  );
  compared(database, `${JUNK} codes asked for by one script: taken`, taken, '');
  compared(database, 'the script took', scriptSeconds, 's');
  compared(database, `honest guests who get their code meanwhile`, guests.succeeded, '%', { least: 100 });
  compared(database, 'honest guests wait for their code, p95', guests.percentile(0.95) / 1000, 's', { most: 5 });
  await portal.stop();
  await mail.close();
}

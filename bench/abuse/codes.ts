import { solvedCaptchas } from '../sign-ins.ts';
import { compared } from './compared.ts';
import {
  Browser,
  type Database,
  Experience,
  farApart,
  honestAddress,
  type Portal,
  slowMailServer,
  startPortal,
} from './portal.ts';

const OWNERS = 20;
const STRANGERS = 20;
const SEND = '/api/user/send-verification-code';

const addressOf = (owner: number) => `owner${owner}@example.com`;

/** Solves a captcha if one is asked for, as the page does. */
async function sendCode(portal: Portal, browser: Browser, email: string) {
  const first = await browser.post(SEND, { email });
  if (first.status !== 429 || !first.body.includes('captcha')) return first;
  const [recaptchaToken] = await solvedCaptchas(portal.keys, 1);
  const second = await browser.post(SEND, { email, recaptchaToken });
  return { ...second, ms: first.ms + second.ms };
}

/** Attackers in twenty networks request codes for another person's address and try wrong ones. */
async function strangersUseUp(portal: Portal, email: string, owner: number): Promise<void> {
  for (let stranger = 0; stranger < STRANGERS; stranger += 1) {
    const browser = new Browser(portal, farApart(owner * STRANGERS + stranger));
    for (let mail = 0; mail < 3; mail += 1) {
      await browser.post(SEND, { email });
      for (let guess = 0; guess < 3; guess += 1)
        await browser.post('/api/user/verify-code', { email, code: String(100_000 + guess) });
    }
  }
}

/** Can attackers keep an address from being confirmed? */
export async function deniedCodes(database: Database): Promise<void> {
  const mail = await slowMailServer(0);
  const portal = await startPortal(database, { env: { SMTP_URL: mail.url, MAIL_RATE: '100000' } });
  const gotOne = new Experience();
  const accepted = new Experience();
  for (let owner = 0; owner < OWNERS; owner += 1) {
    const email = addressOf(owner);
    await strangersUseUp(portal, email, owner);
    const sent = await sendCode(portal, new Browser(portal, honestAddress(owner)), email);
    gotOne.note(sent.status === 200, sent.ms);
  }
  for (let owner = OWNERS; owner < 2 * OWNERS; owner += 1) {
    const email = addressOf(owner);
    const browser = new Browser(portal, honestAddress(owner));
    await browser.post(SEND, { email });
    const { code = '' } = (await mail.to(email, 20)) ?? {};
    await strangersUseUp(portal, email, owner);
    const tried = await browser.post('/api/user/verify-code', { email, code });
    accepted.note(tried.status === 200, tried.ms);
  }
  compared(database, `${STRANGERS} networks use up an address: its owner gets a code`, gotOne.succeeded, '%', {
    least: 100,
  });
  compared(database, `the owner waits, p95`, gotOne.percentile(0.95), 'ms', { most: 1_000 });
  compared(database, `the owner's right code is accepted`, accepted.succeeded, '%', { least: 100 });
  await portal.stop();
  await mail.close();
}

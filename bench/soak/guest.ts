import { once } from 'node:events';
import { WebSocket } from 'ws';
import { GUEST_SOCKET_PATH } from '../../contract/live.ts';
import { GuestBrowser } from '../../demo/guest-browser.ts';
import { expectStatus, type Town } from './town.ts';

const EMAIL_PAGE = 'Email Entry Page';
const CODE_PAGE = 'Verify Code Page';
const MAIL_WITHIN_S = 60;
const POLLS = 3;
const EVERY_MISTYPED = 4;
const WRONG = '000000';

/** Each guest has a network of their own, with an address that has a location. */
const addressOf = (index: number) => `${11 + (index % 60)}.${(index >> 6) & 255}.${(index >> 14) & 255}.9`;

/** One guest: opens the page, holds a socket, polls, asks for a code, enters it and leaves. Some mistype it first. */
export async function visit(town: Town, index: number): Promise<void> {
  const { url, mails, pass } = town;
  const browser = new GuestBrowser({ url, ip: addressOf(index) });
  const email = `guest${index}@example.com`;
  await browser.get('/api/guest/state');
  expectStatus(await browser.open(EMAIL_PAGE), 'opening the page');
  const socket = new WebSocket(`${url.replace('http', 'ws')}${GUEST_SOCKET_PATH}`, {
    headers: { ...browser.headers, origin: url },
  });
  await once(socket, 'open');
  try {
    const stay = async () => {
      for (let poll = 0; poll < POLLS; poll += 1) {
        await pass(2);
        await browser.get('/api/guest/check-prompt');
        await browser.get('/api/guest/check-redirect');
      }
    };
    await stay();
    expectStatus(await browser.askForCode(email), 'asking for a code');
    expectStatus(await browser.open(CODE_PAGE), 'opening the page of the code');
    const mail = await mails.to(email, MAIL_WITHIN_S);
    if (mail === null) throw new Error('A mail did not come.');
    await browser.get('/api/guest/delivery');
    await stay();
    if (index % EVERY_MISTYPED === 0) await browser.tryCode(email, WRONG);
    expectStatus(await browser.submitCode(email, mail.code), 'submitting a code');
    expectStatus(await browser.tryCode(email, mail.code), 'entering a code');
    await pass(5);
    await browser.post('/api/guest/code-processed', { email, code: mail.code, success: true });
    await browser.open('Code Processing Complete');
    await browser.say('left', 'Code Processing Complete');
  } finally {
    socket.close();
  }
}

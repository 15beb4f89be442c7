import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { visitorAt } from '../../server/visitor/visitor.ts';
import { expectAccessible, openPortal, type Portal, seeToast, visitor } from '../support/browser.ts';
import { GATE_SECRET } from '../support/confirmed-guest.ts';
import { detail } from '../support/detail.ts';
import { setExit } from '../support/exit.ts';
import { until } from '../support/process.ts';
import { startRelyingSite } from '../support/relying-site.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'anna@example.com';
const SITE = 'https://shop.example';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 'w').toString('base64')}`;
const admin = { ...COMMAND_LINE, userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
/** All browsers of these tests share this address. */
const HERE = '127.0.0.1';

interface SiteAndPortal extends Portal {
  readonly smtp: TestSmtp;
  /** Where the site listens for plain HTTP. */
  readonly site: string;
}

/** A site that runs the program of docs/INTEGRATING.md, and the portal it sends people to. */
async function openBoth(): Promise<SiteAndPortal> {
  const smtp = await TestSmtp.start();
  const port = await freePort();
  const portal = await openPortal({
    SMTP_URL: smtp.url,
    GATE: 'token',
    GATE_SECRET,
    OUTCOME_RECEIPT: 'true',
    EXIT_HOSTS: 'shop.example',
    OUTCOME_WEBHOOK_URL: `http://127.0.0.1:${port}/webhook`,
    OUTCOME_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  await setExit(portal.app, `${SITE}/back?from=portal`);
  const site = await startRelyingSite({ PORTAL: portal.url, SITE, GATE_SECRET, WEBHOOK_SECRET }, port);
  return { ...portal, smtp, site };
}

/** Serves the site under its own name with TLS. A Playwright route would not see where a redirect leads. */
async function nameSite(page: Page, site: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const { pathname, search } = new URL(request.url);
    const cookies = await page.context().cookies(SITE);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await fetch(site + pathname + search, { redirect: 'manual', headers: { cookie } });
    await devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    });
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `${SITE}/*` }] });
}

/** A person whose clock the test can advance. */
async function person(both: SiteAndPortal, expected?: RegExp): Promise<Page> {
  const page = await visitor(both, { viewport: { width: 390, height: 844 } }, expected);
  await page.clock.install();
  await nameSite(page, both.site);
  return page;
}

const visitCookie = async (page: Page) =>
  (await page.context().cookies(SITE)).find(({ name }) => name === 'visit')?.value ?? '';

/** From the site to the portal, until the address is confirmed and the guest has seen it. */
async function confirm({ app, smtp }: SiteAndPortal, page: Page): Promise<void> {
  // The site uses the machine's clock.
  app.clock.advance(Date.now() - app.clock.now());
  await page.goto(`${SITE}/start`);
  await page.waitForURL('**/user/email-entry');
  await page.getByLabel('Email address*').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/user/verify-code');
  await page.getByLabel('Enter the code*').fill(codeIn(await smtp.mail()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(15_500);
  await seeToast(page, 'Success', 'Email verified successfully');
  // The server's clock stands still, so it holds the outcome back until the page reports that the time has passed.
  await until('the server knows that the guest saw the outcome', async () => {
    const told = await app.db.selectFrom('guest_verifications').select('submitted_at').executeTakeFirstOrThrow();
    return told.submitted_at === null;
  });
}

/** Sends the guest to the exit and waits until the page shows it. The page's clock stands still from then on. */
async function sendToExit({ app }: Portal, page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  app.clock.advance(10_000);
  await app.messages.redirect({ ipAddress: HERE }, { destination: null }, admin);
  // In small steps: the page leaves two seconds after the exit is shown.
  await until('the exit is shown', async () => {
    await page.clock.runFor(100);
    return page.getByText("You're leaving for").isVisible();
  });
}

/** Lets those two seconds pass. */
async function leave(page: Page): Promise<void> {
  await page.clock.runFor(2_100);
  await page.clock.resume();
}

describe('A person sent by a site', () => {
  test('A person confirms an address and returns with a receipt that the site accepts once', async () => {
    const both = await openBoth();
    const page = await person(both);
    await confirm(both, page);
    const visited: string[] = [];
    page.on('request', (request) => visited.push(request.url()));
    await sendToExit(both, page);
    await page.getByText('shop.example').waitFor();
    await leave(page);
    await page.waitForURL(`${SITE}/`);
    expect(await page.locator('body').textContent()).toBe(JSON.stringify({ customer: 'customer-17', email: EMAIL }));
    const back = visited.filter((url) => url.startsWith(`${SITE}/back?from=portal&receipt=`));
    expect(back).toHaveLength(1);
    // A receipt from the history is rejected. Fetched directly: Chromium treats an error without a body as no answer.
    const again = String(back[0]).replace(SITE, both.site);
    const cookie = `visit=${await visitCookie(page)}`;
    expect((await fetch(again, { redirect: 'manual', headers: { cookie } })).status).toBe(400);
    const exits = await both.app.db.selectFrom('guest_messages').selectAll().where('seen_at', 'is not', null).execute();
    expect(exits).toMatchObject([{ kind: 'exit', target: `${SITE}/back?from=portal` }]);
    expect(both.app.logged.join('')).not.toMatch(/receipt=|eyJ[\w-]*\./);
  });

  detail('The webhook tells the site of the confirmed address even if the person never returns', async () => {
    const both = await openBoth();
    const page = await person(both);
    await confirm(both, page);
    await until('the site has received the webhook', async () => {
      const told = await fetch(both.site, { headers: { cookie: `visit=${await visitCookie(page)}` } });
      return (await told.text()) === JSON.stringify({ customer: 'customer-17', email: EMAIL });
    });
    await page.goto(`${SITE}/`);
    expect(await page.locator('body').textContent()).toContain(EMAIL);
  });

  detail('A person who goes on by themselves gets a receipt too', async () => {
    const both = await openBoth();
    const page = await person(both);
    await confirm(both, page);
    await page.getByText(`${EMAIL} is confirmed`).waitFor();
    await page.getByRole('button', { name: 'Continue to shop.example' }).click();
    await page.getByText("You're leaving for").waitFor();
    await page.clock.runFor(2_100);
    await page.waitForURL(`${SITE}/`);
    expect(await page.locator('body').textContent()).toBe(JSON.stringify({ customer: 'customer-17', email: EMAIL }));
  });

  detail('A person reads that the portal cannot be reached, and leaves with the receipt after a retry', async () => {
    const both = await openBoth();
    const page = await person(both, /Failed to load resource/);
    await confirm(both, page);
    await page.route('**/api/guest/leave', (route) => route.abort());
    await sendToExit(both, page);
    await leave(page);
    await page.getByText('The server could not be reached. Check your connection and try again.').waitFor();
    await expectAccessible(page, 'the exit that failed');
    await page.unroute('**/api/guest/leave');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${SITE}/`);
    expect(await page.locator('body').textContent()).toContain(EMAIL);
  });

  detail('A person who was offline leaves automatically when back online', async () => {
    const both = await openBoth();
    const page = await person(both, /Failed to load resource/);
    await confirm(both, page);
    await sendToExit(both, page);
    await page.context().setOffline(true);
    await leave(page);
    await page.getByText('The server could not be reached. Check your connection and try again.').waitFor();
    await page.context().setOffline(false);
    await page.waitForURL(`${SITE}/`);
    expect(await page.locator('body').textContent()).toContain(EMAIL);
  });

  detail('A person stays when the exit URL changes after it was announced', async () => {
    const both = await openBoth();
    const page = await person(both);
    await confirm(both, page);
    await sendToExit(both, page);
    await both.app.db
      .updateTable('settings')
      .set({ value: `${SITE}/elsewhere` })
      .where('name', '=', 'exitUrl')
      .execute();
    await both.app.settings.load();
    await leave(page);
    await seeToast(page, "You're still here", "The page you were about to open isn't in use any more.");
    await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  });
});

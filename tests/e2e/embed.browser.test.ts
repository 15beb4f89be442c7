import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectToFit, settled, visitor } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { type EmbeddingSite, openEmbeddingSite } from '../support/embedding-site.ts';
import { codeIn } from '../support/smtp.ts';

const EMAIL = 'anna@example.com';

/** A person at the site, whose window opens when the site's button is pressed. */
async function atSite(both: EmbeddingSite, expected?: RegExp) {
  const page = await visitor(both, {}, expected);
  await page.goto(both.site);
  return page;
}

async function press(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  return opened;
}

/** Until the code is sent to the server. The fifteen seconds that follow are the test's. */
async function enterCode({ smtp }: EmbeddingSite, flow: Page) {
  await flow.getByLabel('Email address*').fill(EMAIL);
  await flow.getByRole('button', { name: 'Continue' }).click();
  await flow.waitForURL('**/user/verify-code*');
  await flow.getByLabel('Enter the code*').fill(codeIn(await smtp.mail()));
  await flow.getByRole('button', { name: 'Continue' }).click();
  await flow.getByRole('dialog', { name: 'Processing Request' }).waitFor();
}

async function finish(flow: Page) {
  await settled(flow);
  await flow.clock.runFor(15_500);
}

test('The example page learns of the address in a window that closes, and the token is nowhere in between', async () => {
  const both = await openEmbeddingSite({ headers: { 'referrer-policy': 'no-referrer' } });
  const page = await atSite(both);
  const visited: string[] = [];
  page.context().on('request', (request) => {
    visited.push(request.url(), request.headers().referer ?? '');
  });
  await page.context().clock.install();
  const flow = await press(page);
  await flow.getByText('will receive the email address you confirm here').waitFor();
  await expectToFit(flow, 'the window');
  await expectAccessible(flow, 'the window');
  expect(new URL(flow.url()).hash).toBe('');
  await flow.getByLabel('Email address*').waitFor();
  // A phone reloads the page when the guest returns from their email.
  await flow.reload();
  await enterCode(both, flow);
  expect(flow.url()).toContain('/user/verify-code?flow=');
  await flow.reload();
  await flow.getByRole('dialog', { name: 'Processing Request' }).waitFor();
  const closed = flow.waitForEvent('close');
  await finish(flow);
  await closed;
  await page.getByText(`Confirmed: ${EMAIL}`).waitFor();
  for (const address of visited) expect(address.split('#', 1)[0]).not.toContain('eyJ');
  expect(both.app.logged.join('')).not.toMatch(/eyJ[\w-]*\./);
});

test('A site that is not allowed learns nothing, and the guest confirms as usual', async () => {
  const both = await openEmbeddingSite({ isAllowed: false });
  const page = await atSite(both);
  await page.context().clock.install();
  const flow = await press(page);
  await flow.getByLabel('Email address*').waitFor();
  expect(await flow.evaluate(() => window.opener)).toBeNull();
  await page.clock.runFor(1_500);
  await page.getByText('Not confirmed yet.').waitFor();
  await enterCode(both, flow);
  await finish(flow);
  await flow.getByText("You're all set and can close this page.").waitFor();
  expect(await flow.getByText('will receive the email address').count()).toBe(0);
});

test('A guest who closes the window has not confirmed, and forged messages change nothing', async () => {
  const both = await openEmbeddingSite();
  const page = await atSite(both);
  const flow = await press(page);
  await flow.getByLabel('Email address*').waitFor();
  const id = String(new URL(flow.url()).searchParams.get('flow')).split('.')[1] as string;
  // From the site's own window, and from another one that knows the id.
  await page.evaluate((known) => postMessage({ id: known, receipt: 'forged' }, '*'), id);
  const [forger] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void open(url), `${both.site}/`),
  ]);
  await forger.waitForLoadState();
  await forger.evaluate((known) => window.opener.postMessage({ id: known, receipt: 'forged' }, '*'), id);
  // From the right window, for another flow.
  await flow.evaluate((to) => window.opener.postMessage({ id: 'another', receipt: 'forged' }, to), both.site);
  await flow.close();
  await page.getByText('Not confirmed yet.').waitFor();
});

detail('A blocked window, and a site that is gone when the address is confirmed', async () => {
  const both = await openEmbeddingSite();
  const page = await atSite(both);
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await page.getByText('Please allow this window.').waitFor();
  await page.reload();
  await page.context().clock.install();
  const flow = await press(page);
  await enterCode(both, flow);
  await page.close();
  await finish(flow);
  await flow.getByText("You're all set and can close this page.").waitFor();
});

detail('An address confirmed in another window of the browser stays there', async () => {
  const both = await openEmbeddingSite();
  const page = await atSite(both);
  await page.context().clock.install();
  const flow = await press(page);
  await flow.getByLabel('Email address*').waitFor();
  const other = await page.context().newPage();
  await other.goto('/user/email-entry');
  await enterCode(both, other);
  await finish(other);
  await other.getByText(`${EMAIL} is confirmed`).waitFor();
  await flow.reload();
  await flow.getByText("You're all set and can close this page.").waitFor();
  expect(await page.locator('#result').textContent()).toBe('');
});

test('The script for sites is about a kilobyte, and the example page shows how to use it', async () => {
  const { app } = await openEmbeddingSite();
  const { body } = await app.client().get('/embed.js');
  expect(gzipSync(body, { level: 9 }).length).toBeLessThanOrEqual(1_126);
  expect(body).not.toMatch(/portal\.invalid|\bimport\b|\bexport\b/);
  expect(readFileSync('docs/INTEGRATING.md', 'utf8')).toContain('https://portal.example.com/embed.js');
});

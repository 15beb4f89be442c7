import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { signedIn } from './accounts.ts';
import { startApp, type TestApp } from './app.ts';

let launched: Promise<Browser> | undefined;

/** One browser for all test files of a process, which ends with it; every person in it has a profile of their own. */
function browser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return launched;
}

export interface Portal {
  readonly app: TestApp;
  readonly url: string;
}

/** The portal as `npm start` serves it, on a port of loopback. */
export async function openPortal(
  env: Record<string, string> = {},
  deps: Parameters<typeof startApp>[0] = {},
): Promise<Portal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = await startApp({ ...deps, env: { PUBLIC_URL: url, PORT: String(port), ...env }, webDir: 'dist/web' });
  await app.http.listen({ host: '127.0.0.1', port });
  return { app, url };
}

/**
 * What a browser says by itself when the server refuses something, or when a page gives up a socket of guests that is not open
 * yet, as with a clock that runs away; everything else on the console is a defect.
 */
const EXPECTED_ON_CONSOLE =
  /^(?:Failed to load resource: the server responded with a status of 4\d\d|WebSocket connection to '[^']*\/ws\/guest' failed)/;

/** A visitor with an empty profile. A word on the console that is not expected fails the test. */
export async function visitor({ url }: Portal, options: BrowserContextOptions = {}, expected?: RegExp): Promise<Page> {
  const context = await (await browser()).newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (
      ['error', 'warning'].includes(message.type()) &&
      !EXPECTED_ON_CONSOLE.test(message.text()) &&
      !expected?.test(message.text())
    )
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(complaints, 'said on the console').toEqual([]);
  });
  return page;
}

/** The text of the toast that is shown now, as soon as it is there. */
export async function seeToast(page: Page, ...texts: string[]): Promise<void> {
  const toast = page.getByRole('region', { name: /Notifications/ });
  for (const text of texts) await toast.getByText(text, { exact: true }).waitFor();
}

export async function solveCaptcha(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: "I'm not a robot" }).click();
  await page.getByText('Verified').waitFor();
}

export async function fillSignIn(page: Page, credentials: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username').fill(credentials.username);
  await page.getByLabel('Password', { exact: true }).fill(credentials.password);
  await solveCaptcha(page);
}

export async function signInAsAdmin(page: Page, credentials: { username: string; password: string }): Promise<void> {
  await page.goto('/admin/login');
  await fillSignIn(page, credentials);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
}

/** A page of somebody who is signed in already, for stories that begin after that. */
export async function signedInPage(
  portal: Portal,
  credentials: { username: string; password: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await visitor(portal, options);
  const client = await signedIn(portal.app, credentials);
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url, httpOnly: true }));
  await page.context().addCookies(cookies);
  return page;
}

/** No violation of the rules that axe can check (or of those given), with the page as it stands. */
export async function expectAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // What is just fading in or out has colours that nobody reads.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Half a megabyte: put into a page once, however often it is examined.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
  expect(found, where).toEqual([]);
}

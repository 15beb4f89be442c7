import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { signedIn } from './accounts.ts';
import { startApp, type TestApp } from './app.ts';
import { WAIT_MS } from './patience.ts';
import { until } from './process.ts';

let launched: Promise<Browser> | undefined;

/** One browser for all test files of a process, which ends with it; every visitor has a profile of their own. */
function browser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--lang=en-US',
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

/** The portal as `npm start` serves it, on loopback. */
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
 * What a browser logs by itself: when the server answers 4xx, while it is offline, or when a page gives up a socket
 * before it is open, because it is left or its clock is fast-forwarded. Everything else on the console is a defect.
 */
const EXPECTED_ON_CONSOLE =
  /^(?:Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|WebSocket connection to '[^']*\/ws\/guest' failed|WebSocket connection to '[^']*\/ws' failed: WebSocket is closed before the connection is established)/;

/**
 * Requests whose end may never be reported: those sent while a page closes, and the script of a terminated captcha
 * worker.
 */
const END_UNREPORTED = /\/api\/guest\/(?:presence|exit)$|\/assets\/pbkdf2-/;

/** The pending requests of each page. */
const pending = new WeakMap<Page, Set<Request>>();

/** A visitor with an empty profile. Unexpected console output fails the test. */
export async function visitor({ url }: Portal, options: BrowserContextOptions = {}, expected?: RegExp): Promise<Page> {
  const context = await (await browser()).newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    // Animations take a fifth of a browser's work.
    reducedMotion: inject('everything') ? 'no-preference' : 'reduce',
    ...options,
  });
  // For the windows that a page opens as well.
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => {
    // The end of the previous page's requests is not always reported.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (!END_UNREPORTED.test(request.url())) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
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

/**
 * Waits for a toast with these texts, and counts each toast only once. It is hidden after some seconds, perhaps before
 * a busy machine looks, but stays in the page until the next one.
 */
export async function seeToast(page: Page, ...texts: string[]): Promise<void> {
  const toast = page.getByRole('region', { name: /Notifications/ }).locator('[data-open]:not([data-seen])');
  for (const text of texts) await toast.getByText(text, { exact: true }).waitFor({ state: 'attached' });
  const mark = toast.evaluateAll((shown) => {
    for (const element of shown) element.setAttribute('data-seen', '');
  });
  // A page that navigates at this moment has nothing left to mark.
  await mark.catch(() => undefined);
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

/** A page with a session, for tests that are not about signing in. */
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

/** The focus moves a moment after the element appears. */
export const untilFocused = (element: Locator) =>
  until(`the focus is on ${element}`, () => element.evaluate((one) => one === document.activeElement));

/** Resolves when all requests of the page are answered and drawn. Not for a page with a stopped clock. */
export async function settled(page: Page): Promise<void> {
  const asked = () => [...(pending.get(page) ?? [])];
  const isQuiet = async () => {
    if (asked().length > 0) return false;
    // The last answer may trigger more requests. A page that is always busy is not waited for.
    await page.evaluate(() =>
      new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })).then(() => undefined),
    );
    return asked().length === 0;
  };
  await until('the page has all it asked for', isQuiet).catch((cause) => {
    throw new Error(`${page.url()} still waits for ${asked().map((request) => request.url())}.`, { cause });
  });
}

/** Runs in the page. Before hydration it does not react to events. */
export function isHydrated(): boolean {
  const root = document.getElementById('root');
  return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
}

export const hydrated = (page: Page) => page.waitForFunction(isHydrated);

/** Stops the page's clock, so that its timers fire only when the test advances it. */
export async function stopTime(page: Page): Promise<void> {
  // The clock can only be stopped in the future, which may be past once the page gets the command.
  await until('time stands still', async () => {
    const soon = await page.evaluate(() => Date.now() + 100);
    return page.clock.pauseAt(soon).then(
      () => true,
      () => false,
    );
  });
}

/** Nothing is wider than the window. Retries, because the layout follows the width a moment later. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await until(`${where} fits ${width} px`, () =>
    page.evaluate((most) => document.documentElement.scrollWidth <= most, width),
  );
}

/** Axe finds no violation (of the given rules) on the page as it is. */
export async function expectAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // Colours of an element that is just fading in or out do not count.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // While a dialog closes, the page behind it is still hidden from assistive technology.
  await until('no dialog is closing', () =>
    page.evaluate(() => document.querySelector('[role$=dialog][data-state=closed]') === null),
  );
  // Half a megabyte: injected once into each page.
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

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { openPortal, signedInPage } from '../support/browser.ts';
import { fillPortal } from '../support/filled-portal.ts';
import { until } from '../support/process.ts';

/** Everything on a page that a click could change. */
const fingerprint = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, select, textarea')].map((field) => {
      const { value, checked } = field as HTMLInputElement;
      return `${value}:${checked}`;
    });
    const focused = document.activeElement?.outerHTML.slice(0, 200) ?? '';
    return [location.href, document.documentElement.outerHTML.length, fields.join(), focused].join('|');
  });

const BUTTONS = 'button:visible:not([disabled]):not([aria-disabled=true]), [role=tab]:visible';

/** Clicks every kind of button on a freshly opened page, and names those that do nothing. */
async function deadButtons(page: Page, path: string, within: string): Promise<string[]> {
  const open = async () => {
    // Undoes what a click made permanent, such as a closed sidebar.
    if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear());
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  };
  await open();
  const buttons = page.locator(within).locator(BUTTONS);
  const namesNow = () =>
    buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label') || button.textContent || '?'));
  const dead: string[] = [];
  const seen = new Set<string>();
  for (const name of await namesNow()) {
    // Rows repeat their buttons; one of each kind is enough.
    const kind = name.replaceAll(/\(?[\d.]{2,}\)?|Mira Kolb|mira/g, '');
    // An earlier click may have removed the button, such as "Mark all read".
    const index = (await namesNow()).indexOf(name);
    if (seen.has(kind) || index === -1) continue;
    seen.add(kind);
    const before = await fingerprint(page);
    let asked = false;
    const listen = () => {
      asked = true;
    };
    page.on('request', listen);
    page.on('download', listen);
    await buttons.nth(index).click();
    const hasDoneSomething = async () => asked || (await fingerprint(page)) !== before;
    await until(`${name} does something`, hasDoneSomething).catch(() => dead.push(`${path}: ${name}`));
    page.off('request', listen);
    page.off('download', listen);
    await open();
  }
  return dead;
}

/** Addresses of the page's links inside the portal. */
async function linksOf(page: Page): Promise<string[]> {
  return page.locator('a:visible').evaluateAll((links) =>
    links
      .map((link) => new URL((link as HTMLAnchorElement).href))
      .filter((url) => url.origin === location.origin && !url.pathname.startsWith('/api/') && !url.hash)
      .map((url) => url.pathname + url.search),
  );
}

test('Every button of seven back-office pages does something, and every link leads to a page', async () => {
  const portal = await openPortal();
  await fillPortal(portal.app);
  const page = await signedInPage(portal, ADMIN);
  page.on('dialog', (dialog) => void dialog.accept());
  const dead: string[] = await deadButtons(page, '/admin', 'header, aside');
  const links = new Set<string>();
  for (const path of ['', '/users', '/activity', '/guest-activity', '/notifications', '/redirects', '/settings']) {
    dead.push(...(await deadButtons(page, `/admin${path}`, 'main')));
    for (const link of await linksOf(page)) links.add(link);
  }
  expect(dead).toEqual([]);
  expect(links.size).toBeGreaterThan(6);
  for (const link of links) {
    await page.goto(link);
    // Not by role: behind an open panel or dialog a heading has none.
    await page.locator('h1').waitFor();
    expect([link, await page.getByText('404 Page Not Found').count()]).toEqual([link, 0]);
  }
});

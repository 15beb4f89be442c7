import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { openPortal, settled, signedInPage, visitor } from '../support/browser.ts';
import { fillPortal } from '../support/filled-portal.ts';

const PATHS = ['/admin', '/admin/users', '/admin/activity', '/admin/settings'];

/** What has the focus, if a ring is drawn around it and its corners are square. */
const squareRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { outlineStyle, borderTopLeftRadius, opacity } = getComputedStyle(focused);
    // A drawn box has the ring of its transparent checkbox.
    return outlineStyle !== 'none' && opacity !== '0' && borderTopLeftRadius === '0px'
      ? focused.outerHTML.slice(0, 200)
      : null;
  });

async function filledPages() {
  const portal = await openPortal();
  await fillPortal(portal.app);
  return signedInPage(portal, ADMIN);
}

test('The focus ring of the keyboard follows the corners of every control', async () => {
  const page = await filledPages();
  for (const path of PATHS) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    for (let tabs = 0; tabs < 40; tabs++) {
      await page.keyboard.press('Tab');
      expect([path, await squareRing(page)]).toEqual([path, null]);
    }
  }
});

test('A click with the mouse draws no ring around what is not typed into', async () => {
  const page = await filledPages();
  for (const path of PATHS) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const controls = page.locator('aside, header, main').locator('a[href], button, summary, [tabindex="0"]');
    const places = await controls.evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height, top, bottom }) => width > 0 && height > 0 && top >= 0 && bottom <= innerHeight)
        .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
    );
    expect([path, places.length > 5]).toEqual([path, true]);
    for (const { x, y } of places) {
      await page.mouse.move(x, y);
      // Focus follows the press; without a release on it nothing is clicked.
      await page.mouse.down();
      const ringed = await page.evaluate(() => {
        const focused = document.activeElement;
        const isTyped = focused?.matches('input, textarea, select') ?? false;
        return !isTyped && focused?.matches(':focus-visible') ? focused.outerHTML.slice(0, 200) : null;
      });
      await page.mouse.move(0, 0);
      await page.mouse.up();
      expect([path, ringed]).toEqual([path, null]);
    }
  }
});

test('A line that opens has our chevron in place of the browser’s triangle', async () => {
  const portal = await openPortal();
  const page = await visitor(portal);
  await page.goto('/admin/login');
  const summary = page.locator('summary', { hasText: 'Forgot your password?' });
  const turn = () => summary.locator('svg').evaluate((icon) => getComputedStyle(icon).rotate);
  // Only a list item has a marker.
  expect(await summary.evaluate((line) => getComputedStyle(line).display)).toBe('flex');
  expect(await turn()).toBe('none');
  await summary.click();
  await expect.poll(turn).toBe('90deg');
});

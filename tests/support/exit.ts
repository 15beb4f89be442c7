import type { Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { until } from './process.ts';

export const EXIT_URL = 'https://example.com/thanks';

/** An installation whose settings name an exit; a fresh one has only the example. */
export async function setExit({ db, settings }: Pick<TestApp, 'db' | 'settings'>, exitUrl = EXIT_URL): Promise<void> {
  await db.insertInto('settings').values({ name: 'exitUrl', value: exitUrl }).execute();
  await settings.load();
}

/** In steps that are shorter than the time for which it is shown: the page may be told of it at once, or at its next poll. */
export async function exitShown(page: Page) {
  const stay = page.getByRole('button', { name: 'Stay' });
  await until('the exit is shown', async () => {
    await page.clock.runFor(200);
    return stay.isVisible();
  });
  return stay;
}

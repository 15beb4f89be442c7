import type { Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { until } from './process.ts';

export const EXIT_URL = 'https://example.com/thanks';

/** Sets an exit URL; a fresh installation has none. */
export async function setExit({ db, settings }: Pick<TestApp, 'db' | 'settings'>, exitUrl = EXIT_URL): Promise<void> {
  await db.insertInto('settings').values({ name: 'exitUrl', value: exitUrl }).execute();
  await settings.load();
}

/** Waits in steps shorter than the exit is shown: the page may hear of it at once or at its next poll. */
export async function exitShown(page: Page) {
  const stay = page.getByRole('button', { name: 'Stay' });
  await until('the exit is shown', async () => {
    await page.clock.runFor(200);
    return stay.isVisible();
  });
  return stay;
}

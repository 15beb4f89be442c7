import type { TestApp } from './app.ts';

export const EXIT_URL = 'https://example.com/thanks';

/** An installation whose settings name an exit; a fresh one has only the example. */
export async function setExit({ db, settings }: Pick<TestApp, 'db' | 'settings'>, exitUrl = EXIT_URL): Promise<void> {
  await db.insertInto('settings').values({ name: 'exitUrl', value: exitUrl }).execute();
  await settings.load();
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { STUCK } from '../contract/guests/stuck.rules.ts';
import { findChromium } from '../scripts/find-chromium.ts';
import { visitorAt } from '../server/visitor/visitor.ts';
import type { Demo } from './installation.ts';
import { signIn } from './sign-in.ts';

const FOLDER = 'docs';
const VIEWPORT = { width: 1280, height: 800 };

const PICTURES: readonly { readonly file: string; show(page: Page): Promise<void> }[] = [
  {
    file: 'screenshot.png',
    async show(page) {
      await page.goto('/admin/guest-activity');
      // Of all reasons, this one takes longest to appear.
      await page.getByRole('region', { name: 'Live guests' }).getByText(STUCK.code_expired.words).first().waitFor();
    },
  },
];

export async function takeScreenshots(demo: Demo, folder = FOLDER): Promise<void> {
  const { app, clock, url, admin } = demo;
  while (!clock.hasCaughtUp) await clock.wait(10_000);
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', admin.username)
    .executeTakeFirstOrThrow();
  const [name = '', value = ''] = (await signIn(app, clock, user, visitorAt('127.0.0.1', ''))).split('=');
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: VIEWPORT,
      deviceScaleFactor: 1,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    await context.addCookies([{ name, value, url, httpOnly: true }]);
    const page = await context.newPage();
    mkdirSync(folder, { recursive: true });
    for (const { file, show } of PICTURES) {
      await show(page);
      await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' });
      process.stdout.write(`${join(folder, file)}\n`);
    }
  } finally {
    await browser.close();
  }
}

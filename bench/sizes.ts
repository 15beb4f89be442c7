/** The compressed download for the first page of each kind. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.ts';
import { figure } from './figures.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const installation = benchInstallation();
const [admin] = await prepare(installation.config, 1);
const server = await installation.start();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

const kilobytes = (files: Set<string>, ending: string) =>
  [...files]
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`dist/web${file}`), { level: 9 }).length, 0) / 1000;

async function load(path: string, heading: string, cookie?: string): Promise<Set<string>> {
  const context = await browser.newContext({ baseURL: server.url });
  const [name, value] = cookie?.split('=') ?? [];
  if (name !== undefined && value !== undefined) await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('request', (request) => files.add(new URL(request.url()).pathname));
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return new Set([...files].filter((file) => file.startsWith('/assets/')));
}

try {
  const guest = await load('/', 'Welcome');
  figure('guest page, scripts', kilobytes(guest, '.js'), 'kB', { most: 89 });
  figure('guest page, styles', kilobytes(guest, '.css'), 'kB', { most: 10 });
  figure('sign-in page, scripts', kilobytes(await load('/auth', ''), '.js'), 'kB', { most: 100 });
  figure('back-office, dashboard, scripts', kilobytes(await load('/admin', 'Dashboard', admin?.cookie), '.js'), 'kB');
} finally {
  await browser.close();
  await server.stop();
  installation.remove();
}

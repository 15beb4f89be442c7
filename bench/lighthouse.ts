/** Lighthouse (mobile) on the guest and sign-in pages. Downloaded on demand: it is larger than everything else. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../scripts/find-chromium.ts';
import { SHIPPED_LANGUAGES } from '../server/languages.ts';
import { figure, repeatedly } from './figures.ts';
import { benchInstallation } from './servers.ts';

const CLI = '.lighthouse/node_modules/lighthouse/cli/index.js';

if (!existsSync(CLI)) {
  const args = [
    'install',
    '--prefix',
    '.lighthouse',
    '--no-save',
    '--ignore-scripts',
    '--loglevel=error',
    'lighthouse@^13',
  ];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
}

const installation = benchInstallation();
const server = await installation.start();
const dir = mkdtempSync(join(tmpdir(), 'gatehouse-lighthouse-'));

const PAINT = { most: 1000 };

function audited(address: string) {
  const report = join(dir, 'report.json');
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';
  const { status } = spawnSync(
    process.execPath,
    [
      CLI,
      `${server.url}${address}`,
      '--quiet',
      '--only-categories=performance,accessibility',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${flags}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CHROME_PATH: findChromium() } },
  );
  if (status !== 0) throw new Error('Lighthouse failed.');
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  return { categories, value: (name: string): number => audits[name].numericValue };
}

try {
  await repeatedly(async () => {
    for (const path of ['/user/email-entry', '/auth']) {
      const { categories, value } = audited(path);
      figure(`${path}: performance`, categories.performance.score, '', { least: 0.99 });
      figure(`${path}: accessibility`, categories.accessibility.score, '', { least: 1 });
      figure(`${path}: largest contentful paint`, value('largest-contentful-paint'), 'ms', PAINT);
      figure(`${path}: layout shift`, value('cumulative-layout-shift'), '', { most: 0 });
    }
    const paints = SHIPPED_LANGUAGES.map((language) => ({
      language,
      ms: audited(`/user/email-entry?lang=${language}`).value('largest-contentful-paint'),
    }));
    const slowest = paints.reduce((one, other) => (one.ms > other.ms ? one : other));
    process.stderr.write(`  ${paints.map(({ language, ms }) => `${language} ${Math.round(ms)}`).join(', ')}\n`);
    figure(`${SHIPPED_LANGUAGES.length} languages: the slowest largest paint`, slowest.ms, 'ms', PAINT);
  });
} finally {
  await server.stop();
  installation.remove();
  rmSync(dir, { recursive: true, force: true });
}

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { runChecks } from './check.ts';
import { findChromium } from './find-chromium.ts';
import { findDovecot } from './find-dovecot.ts';
import { testDataDir } from './test-data-dir.ts';
import { startTestPostgres } from './test-postgres.ts';
import { makeTemplates } from './test-templates.ts';

/**
 * `npm test -- name` runs only the test files whose path contains the name. With `--everything`, with or without names,
 * they run on every database and for longer.
 */
const args = process.argv.slice(2);
const only = args.filter((arg) => arg !== '--everything');
const TEST_EVERYTHING = String(args.includes('--everything'));
const CHROMIUM = findChromium();
const DOVECOT = findDovecot();
const TEST_DATA_DIR = testDataDir();
const postgres = await startTestPostgres(TEST_DATA_DIR);
const dir = mkdtempSync(join(TEST_DATA_DIR, 'gatehouse-test-'));
const report = join(dir, 'report.json');

try {
  const templates = await makeTemplates(join(dir, 'template'), postgres.url);
  buildWeb();
  // Beside the tests, which often wait for something.
  const checking = only.length === 0 ? runChecks() : { passed: 0, failed: 0 };
  const status = await new Promise<number | null>((exited) => {
    const vitest = spawn(
      'node_modules/.bin/vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          CHROMIUM,
          DOVECOT,
          TEST_EVERYTHING,
          TEST_DATA_DIR,
          TEST_DATABASE_URL: postgres.url,
          ...templates.env,
        },
      },
    );
    vitest.on('exit', exited);
  });
  const checks = await checking;
  await templates.remove();
  // Without one they were stopped before their end.
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const failed = checks.failed + numFailedTests;
  // A file that cannot even be loaded fails no test of its own, but it fails the run.
  const broken = failed === 0 && status !== 0 ? 1 : 0;
  console.log(`\n${checks.passed + numPassedTests} passed, ${failed + broken} failed`);
  process.exitCode = failed + broken === 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
  await postgres.stop();
}

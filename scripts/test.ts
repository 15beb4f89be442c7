import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { burn } from './burn.ts';
import { runChecks } from './check.ts';
import { findChromium } from './find-chromium.ts';
import { findDovecot } from './find-dovecot.ts';
import { findPgbouncer } from './find-pgbouncer.ts';
import { findPromtool } from './find-promtool.ts';
import { findOtherBrowsers, wantsOtherBrowsers } from './other-browsers.ts';
import { testDataDir } from './test-data-dir.ts';
import { startTestPostgres } from './test-postgres.ts';
import { makeTemplates } from './test-templates.ts';

/**
 * `npm test -- name` runs only the test files whose path contains the name. `--everything` runs them on every database
 * and for longer; without names a long crash run follows. `--burnt` adds busy loops, twice as many as a small machine
 * has cores.
 */
const args = process.argv.slice(2);
const only = args.filter((arg) => !['--everything', '--burnt'].includes(arg));
const everything = args.includes('--everything');
const BUSY_LOOPS = 4;
const CRASH_ROUNDS = 10;
const CHROMIUM = findChromium();
const DOVECOT = findDovecot();
// Few machines have these programs, so only if their tests are wanted.
const wants = (test: string) => everything || only.some((name) => test.includes(name));
const poolerEnv = wants('tests/several/pooler.only-postgres.test.ts') ? { PGBOUNCER: findPgbouncer() } : {};
const promtoolEnv = wants('server/process/alerts.test.ts') ? { PROMTOOL: findPromtool() } : {};
const otherBrowsers = wantsOtherBrowsers(args) ? findOtherBrowsers() : {};
const TEST_DATA_DIR = testDataDir();
const postgres = await startTestPostgres(TEST_DATA_DIR);
const dir = mkdtempSync(join(TEST_DATA_DIR, 'gatehouse-test-'));
const report = join(dir, 'report.json');

/** Runs a program with visible output; true if it exits with 0. */
const succeeds = (program: string, programArgs: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<boolean>((ended) => {
    const child = spawn(program, programArgs, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => ended(code === 0));
    // A signal to this run also ends the child; the finally block below cleans up.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  });

try {
  if (args.includes('--burnt')) burn(BUSY_LOOPS);
  const templates = await makeTemplates(join(dir, 'template'), postgres.url);
  buildWeb();
  // Beside the tests, which are often idle.
  const checking = only.length === 0 ? runChecks() : { passed: 0, failed: 0 };
  const passes = await succeeds(
    'node_modules/.bin/vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only],
    {
      CHROMIUM,
      DOVECOT,
      ...poolerEnv,
      ...promtoolEnv,
      ...otherBrowsers,
      TEST_EVERYTHING: String(everything),
      TEST_DATA_DIR,
      TEST_DATABASE_URL: postgres.url,
      ...templates.env,
    },
  );
  const checks = await checking;
  await templates.remove();
  // No report: the tests were stopped early.
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  // A file that cannot be loaded fails no test, but fails the run.
  const broken = numFailedTests === 0 && !passes ? 1 : 0;
  const parts = [checks, { passed: numPassedTests, failed: numFailedTests + broken }];
  if (everything && only.length === 0) {
    const crash = await succeeds(process.execPath, ['scripts/crash.ts', '--rounds', String(CRASH_ROUNDS)]);
    parts.push(crash ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  }
  const sum = (what: 'passed' | 'failed') => parts.reduce((total, part) => total + part[what], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
  await postgres.stop();
}

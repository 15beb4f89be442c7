import { spawnSync } from 'node:child_process';

/** Format and lint, types of both sides, dead code. */
const CHECKS = [['biome', 'check'], ['tsc', '-p', '.'], ['tsc', '-p', 'web'], ['tsc', '-p', 'tests'], ['knip']];

/** Runs every check, also after a failure, and says how many failed. */
export function runChecks(): { passed: number; failed: number } {
  let failed = 0;
  for (const [tool, ...args] of CHECKS) {
    const { status } = spawnSync(`node_modules/.bin/${tool}`, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${[tool, ...args].join(' ')}`);
    if (status !== 0) failed += 1;
  }
  return { passed: CHECKS.length - failed, failed };
}

if (import.meta.main) process.exit(runChecks().failed === 0 ? 0 : 1);

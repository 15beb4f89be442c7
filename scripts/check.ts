import { spawn } from 'node:child_process';

/** Format and lint, types of both sides, dead code. */
const CHECKS = [['biome', 'check'], ['tsc', '-p', '.'], ['tsc', '-p', 'web'], ['tsc', '-p', 'tests'], ['knip']];

/** What it says is kept until it has ended, so that it is not mixed with what others say. */
function run(tool: string, args: readonly string[]): Promise<boolean> {
  return new Promise((ended) => {
    const check = spawn(`node_modules/.bin/${tool}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const output of [check.stdout, check.stderr]) output.on('data', (chunk) => said.push(chunk));
    check.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${[tool, ...args].join(' ')}`);
      ended(code === 0);
    });
  });
}

/** Runs every check, also after a failure, and says how many failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [tool, ...args] of CHECKS) if (!(await run(tool as string, args))) failed += 1;
  return { passed: CHECKS.length - failed, failed };
}

if (import.meta.main) process.exit((await runChecks()).failed === 0 ? 0 : 1);

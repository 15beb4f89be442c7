import { spawn } from 'node:child_process';

/** Formatting and lint, the types of all parts, dead code. */
const CHECKS = [['biome', 'check'], ['tsc', '-p', '.'], ['tsc', '-p', 'web'], ['tsc', '-p', 'tests'], ['knip']];

/** Prints the output at the end, so that parallel output does not mix. */
function run(tool: string, args: readonly string[]): Promise<boolean> {
  return new Promise((ended) => {
    const check = spawn(`node_modules/.bin/${tool}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [check.stdout, check.stderr]) stream.on('data', (chunk) => output.push(chunk));
    check.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${[tool, ...args].join(' ')}`);
      ended(code === 0);
    });
  });
}

/** Runs every check, even after a failure, and counts the failures. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [tool, ...args] of CHECKS) if (!(await run(tool as string, args))) failed += 1;
  return { passed: CHECKS.length - failed, failed };
}

if (import.meta.main) process.exit((await runChecks()).failed === 0 ? 0 : 1);

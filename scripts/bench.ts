import { spawnSync } from 'node:child_process';

/** Each benchmark is a program of its own; `npm run bench -- name` runs only those. */
const BENCHMARKS = ['sign-in', 'guests', 'users', 'live', 'activity', 'lighthouse'];

const wanted = process.argv.slice(2);
for (const name of BENCHMARKS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
const LOCK = 'package-lock.json';

/** The program of a commit, built, in a folder of its own for the time of this process. */
export function otherVersion(commit: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-bench-version-'));
  const dir = join(parent, 'program');
  git('worktree', 'add', '--quiet', '--detach', dir, commit);
  // However this process ends: git would go on knowing the folder.
  process.on('exit', () => {
    git('worktree', 'remove', '--force', dir);
    rmSync(parent, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  // With another lock file the build installs its packages.
  if (readFileSync(LOCK, 'utf8') === readFileSync(join(dir, LOCK), 'utf8'))
    symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
  return dir;
}

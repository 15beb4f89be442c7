import { execFileSync } from 'node:child_process';

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Tests', '-c', 'user.email=tests@localhost', ...args], {
    encoding: 'utf8',
  }).trim();

/** A commit of what is here, with changes of files that git knows; no branch gets it. */
export const workingCommit = (): string => git('stash', 'create') || git('rev-parse', 'HEAD');

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Includes the folder for servers on Debian, which is not on every user's path. */
export const WITH_SERVERS = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** The path of a program, or null. */
export function commandOf(name: string): string | null {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8', env: WITH_SERVERS });
  return status === 0 ? stdout.trim() : null;
}

const LOCK_WAIT_S = 300;

/**
 * Installs Debian's package if we are root. Waits while another program installs, like a new machine's own updates.
 * Quiet unless it fails; the caller checks the result.
 */
export function aptInstall(name: string): void {
  if (process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const deadline = Date.now() + LOCK_WAIT_S * 1000;
  for (;;) {
    // Unlike an installation, an update does not wait for the lock by itself.
    const { status, stderr } = spawnSync('apt-get', ['update', '-qq'], { env, encoding: 'utf8' });
    if (status === 0 || !stderr.includes('lock') || Date.now() > deadline) break;
    spawnSync('sleep', ['2']);
  }
  const install = ['install', '-y', '-qq', '--no-install-recommends', '-o', `DPkg::Lock::Timeout=${LOCK_WAIT_S}`, name];
  const { status, stderr } = spawnSync('apt-get', install, { env, encoding: 'utf8' });
  if (status !== 0) console.error(stderr);
}

interface Program {
  readonly title: string;
  /** The variable that sets its path. */
  readonly variable: string;
  /** Possible names, best first. */
  readonly commands: readonly string[];
  /** Other possible paths. */
  readonly paths?: readonly string[];
  /** Debian's packages, tried in order. */
  readonly packages: readonly string[];
}

/** Finds a program that tests need: set by a variable, installed, or installed now if we are root. */
export function findProgram({ title, variable, commands, paths = [], packages }: Program): string {
  const installed = () => {
    for (const command of commands) {
      const path = commandOf(command);
      if (path !== null) return path;
    }
    return paths.find((path) => existsSync(path)) ?? null;
  };
  let found = process.env[variable] ?? installed();
  if (found === null) console.log(`Installing ${title} …`);
  for (const name of packages) {
    if (found !== null) return found;
    aptInstall(name);
    found = installed();
  }
  if (found === null)
    throw new Error(`No ${title} found. Install it (${packages[0]}), or set ${variable} to its path.`);
  return found;
}

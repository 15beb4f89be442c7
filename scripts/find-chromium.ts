import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The one without a window first: the same engine, and a quarter faster. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(): string | null {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : null;
}

/** A browser for the tests: `CHROMIUM`, one that is installed, or Debian's package when we are root. */
export function findChromium(): string {
  const found = process.env.CHROMIUM ?? onPath();
  if (found !== null) return found;
  console.log('Installing Chromium …');
  aptInstall('chromium-headless-shell');
  if (onPath() === null) aptInstall('chromium');
  const installed = onPath();
  if (installed === null) throw new Error('No Chromium found. Install one, or set CHROMIUM to its path.');
  return installed;
}

/** Quiet unless it fails; the caller looks whether the program is there afterwards. */
export function aptInstall(name: string): void {
  if (process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  const { status, stderr } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stderr);
}

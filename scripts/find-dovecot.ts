import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall } from './find-chromium.ts';

/** Where Debian puts it, which is not on everybody's path. */
const USUAL = '/usr/sbin/dovecot';

function installed(): string | null {
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v dovecot'], { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  return existsSync(USUAL) ? USUAL : null;
}

/** An IMAP server for the tests: `DOVECOT`, one that is installed, or Debian's package when we are root. */
export function findDovecot(): string {
  const found = process.env.DOVECOT ?? installed();
  if (found !== null) return found;
  console.log('Installing Dovecot …');
  aptInstall('dovecot-imapd');
  const dovecot = installed();
  if (dovecot === null) throw new Error('No Dovecot found. Install one (dovecot-imapd), or set DOVECOT to its path.');
  return dovecot;
}

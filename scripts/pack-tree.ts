import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Packs a directory so that the same files give the same bytes, wherever and whenever that is. Needs GNU tar. */
export function packTree(dir: string, file: string, seconds: number): void {
  const sameEverywhere = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
  const tar = execFileSync('tar', [...sameEverywhere, '--format=ustar', '-C', dirname(dir), '-c', basename(dir)], {
    maxBuffer: 1024 ** 3,
  });
  writeFileSync(file, gzipSync(tar, { level: 9 }));
}

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { commandOf } from './find-program.ts';
import { imageArguments } from './image.ts';
import { packTree } from './pack-tree.ts';
import { releaseGaps } from './release-gaps.ts';
import { commitTime, makeReleaseTree } from './release-tree.ts';

/**
 * `npm run release` runs all tests and makes release/ from the last commit. `--base <image>@sha256:<digest>` makes an image
 * as well. `--untested` is for trying it out: it tests nothing, and what it makes says so in its name.
 */
const { values } = parseArgs({ options: { untested: { type: 'boolean', default: false }, base: { type: 'string' } } });
const { untested, base } = values;
const OUT = 'release';

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'inherit' });

if (process.platform !== 'linux') refuse('A release is made on Linux: it needs GNU tar.');
if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '')
  refuse('A release is made from a commit, and there are uncommitted changes. Commit or remove them.');
if (base !== undefined && commandOf('buildah') === null) refuse('--base: making an image needs buildah.');
if (base !== undefined && !untested && !/@sha256:[0-9a-f]{64}$/.test(base))
  refuse('--base: name the image by its digest, as <image>@sha256:<digest>. A tag can be another image tomorrow.');
const gaps = releaseGaps('.');
if (gaps.length > 0) {
  const heading = `Version ${manifest.version} ${untested ? 'could not' : 'cannot'} be released:`;
  process.stderr.write(`${[heading, ...gaps].join('\n  ')}\n`);
  if (!untested) process.exit(1);
}
if (!untested && spawnSync(process.execPath, ['scripts/test.ts', '--everything'], { stdio: 'inherit' }).status !== 0)
  refuse('Nothing was released: the tests above failed.');

const name = `gatehouse-${manifest.version}-${process.platform}-${process.arch}${untested ? '-untested' : ''}`;
const dir = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
try {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  const time = commitTime('HEAD');
  const tree = join(dir, name);
  writeFileSync(join(OUT, `${name}.cdx.json`), makeReleaseTree('HEAD', tree).sbom);
  packTree(tree, join(OUT, `${name}.tar.gz`), time);
  if (base === undefined) console.log('No image: --base names the one to build it on.');
  else {
    const tag = `localhost/gatehouse:${manifest.version}${untested ? '-untested' : ''}`;
    run('buildah', ...imageArguments({ tree, base, tag, time }, 'oci'));
    run('buildah', 'push', tag, `oci-archive:${join(OUT, `${name}.oci.tar`)}:${tag}`);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
const files = readdirSync(OUT).sort();
const sums = files.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(OUT, file)))
      .digest('hex')}  ${file}\n`,
);
writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''));
process.stdout.write(`\n${OUT}/SHA256SUMS\n${sums.join('')}`);

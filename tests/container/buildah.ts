import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const npmSetting = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();

/** The parts of an image's description that the tests use. */
interface Inspected {
  readonly OCIv1: { readonly config: { readonly Cmd: string[]; readonly User: string; readonly Env: string[] } };
  readonly Docker: { readonly config: { readonly Healthcheck?: { readonly Test: string[] } } };
}

/** Images and containers in a directory of their own: nothing is pulled and nothing left behind. */
export class Buildah {
  readonly dir: string;
  readonly #global: readonly string[];

  constructor() {
    this.dir = mkdtempSync(join(tmpdir(), 'gatehouse-container-'));
    const [root, runroot] = [join(this.dir, 'storage'), join(this.dir, 'run')];
    this.#global = ['--root', root, '--runroot', runroot, '--storage-driver', 'vfs'];
  }

  async do(...args: string[]): Promise<string> {
    const { stdout } = await run('buildah', [...this.#global, ...args], { maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  }

  /**
   * Debian with the Node and npm that run the tests: like the official Node image, but without a registry.
   * `CONTAINER_ROOT` names a directory with an existing Debian.
   */
  async makeBase(name: string): Promise<void> {
    const root = process.env.CONTAINER_ROOT ?? join(this.dir, 'debian');
    if (process.env.CONTAINER_ROOT === undefined) await run('debootstrap', ['--variant=minbase', 'trixie', root]);
    const { stdout: npm } = await run('sh', ['-c', 'command -v npm']);
    const npmPackage = dirname(dirname(realpathSync(npm.trim())));
    const container = await this.do('from', 'scratch');
    await this.do('add', container, root, '/');
    await this.do('add', container, process.execPath, '/usr/local/bin/node');
    await this.do('add', container, npmPackage, '/usr/local/lib/node_modules/npm');
    const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
    await this.do('run', '--isolation', 'chroot', container, ...link);
    await this.do('commit', container, name);
    await this.do('rm', container);
  }

  /** Uses this machine's registry, which does not become part of the image. */
  async build(name: string, base: string): Promise<void> {
    const npmrc = join(this.dir, 'npmrc');
    const [registry, cafile] = await Promise.all([npmSetting('registry'), npmSetting('cafile')]);
    const authorities = cafile === 'null' ? process.env.NODE_EXTRA_CA_CERTS : cafile;
    const secrets = ['--secret', `id=npmrc,src=${npmrc}`];
    const lines = [`registry=${registry}`];
    if (authorities !== undefined) {
      secrets.push('--secret', `id=npm-ca,src=${authorities}`);
      lines.push('cafile=/run/secrets/npm-ca');
    }
    writeFileSync(npmrc, `${lines.join('\n')}\n`, { mode: 0o600 });
    await this.do(
      ...['bud', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--file', 'Containerfile'],
      ...['--ignorefile', '.containerignore', '--build-arg', `BASE=${base}`, ...secrets],
      ...['--tag', name, '.'],
    );
  }

  async inspect(image: string): Promise<Inspected> {
    return JSON.parse(await this.do('inspect', '--type', 'image', image));
  }

  /** Starts a process in the container with these options. */
  spawn(container: string, options: readonly string[], command: readonly string[]): ChildProcess {
    const args = [...this.#global, 'run', '--isolation', 'chroot', ...options, container, '--', ...command];
    return spawn('buildah', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async remove(): Promise<void> {
    await this.do('rm', '--all').catch(() => undefined);
    rmSync(this.dir, { recursive: true, force: true });
  }
}

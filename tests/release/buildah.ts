import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WITH_SERVERS } from '../../scripts/find-program.ts';
import { imageArguments } from '../../scripts/image.ts';

const run = promisify(execFile);

/** What Debian's slim images leave out as well. */
const NOT_IN_SLIM = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale', 'usr/share/man'];

/** The parts of an image's description that the tests use. */
interface Inspected {
  readonly OCIv1: {
    readonly config: { readonly Cmd: string[]; readonly User: string; readonly Env: string[] };
    readonly rootfs: { readonly diff_ids: string[] };
  };
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
   * Debian with the Node that runs the tests: like the slim official Node image, but without a registry and npm.
   * `CONTAINER_ROOT` names a directory with an existing Debian.
   */
  async makeBase(name: string): Promise<void> {
    const root = process.env.CONTAINER_ROOT ?? join(this.dir, 'debian');
    if (process.env.CONTAINER_ROOT === undefined)
      await run('debootstrap', ['--variant=minbase', 'trixie', root], { env: WITH_SERVERS });
    const container = await this.do('from', 'scratch');
    await this.do('add', container, root, '/');
    await this.do('add', container, process.execPath, '/usr/local/bin/node');
    const unused = NOT_IN_SLIM.map((path) => `/${path}`);
    await this.do('run', '--isolation', 'chroot', container, '--', 'rm', '-rf', ...unused);
    await this.do('commit', container, name);
    await this.do('rm', container);
  }

  /** As `npm run release` does, but with the health check, which only Docker's format has. */
  async build(tag: string, base: string, tree: string): Promise<void> {
    const [command, ...args] = imageArguments({ tree, base, tag, time: 0 }, 'docker');
    await this.do(command as string, '--isolation', 'chroot', '--pull-never', ...args);
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

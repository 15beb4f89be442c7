// Starts the server or a command with the settings that keep a process small (decision 65), and ends as it does. Plain
// JavaScript, because run.mjs also runs on an old Node.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

/** What a release can do. */
export const RELEASE_COMMANDS = 'start build backup restore admin audit rotate-key doctor upgrade-check'.split(' ');

/**
 * @param {string} root
 * @param {string} node
 * @param {{ command: string, program: string, args: string[], prepare: string }} what `prepare` runs before a start
 */
export function launch(root, node, { command, program, args, prepare }) {
  // By default Node would let a busy server grow by 100 MB of young objects before a collection, and as much of old ones:
  // growth depends on the maximum, and a portal needs a fraction of it.
  const flags = ['start', 'backup', 'restore', 'doctor'].includes(command)
    ? ['--max-semi-space-size=8', '--max-old-space-size=512']
    : [];
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  };
  // By environment variable, because an option of the main thread does not apply to its worker threads.
  if (['start', 'build'].includes(command)) env.NODE_COMPILE_CACHE ??= join(root, '.node', 'compile-cache');
  if (command === 'start') {
    // The system's allocator would reserve a memory pool for nearly every thread, mostly unused.
    env.MALLOC_ARENA_MAX ??= '2';
    const { status } = spawnSync(node, [join(root, prepare)], { cwd: root, stdio: 'inherit', env });
    if (status !== 0) process.exit(1);
  }
  const child = spawn(node, [...flags, join(root, program), ...args], { cwd: root, stdio: 'inherit', env });
  // The child decides when to end; Ctrl-C reaches it anyway, and a second signal does no harm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Demo } from '../demo/installation.ts';
import { buildWeb } from './build-web.ts';
import { freePort } from './free-port.ts';

/** `npm run demo`: a portal to look at. With `--screenshots` it takes the README's pictures and ends. */

const FIRST_PORT = 3000;
const PORTS_TRIED = 20;
/** Requests that still run then are cut off. */
const CLOSE_WITHIN_MS = 5_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((decided) => {
    server.once('error', () => decided(false));
    server.listen(port, '127.0.0.1', () => server.close(() => decided(true)));
  });
}

/** The usual port, or the next free one. */
async function portToUse(): Promise<number> {
  const first = Number(process.env.PORT ?? FIRST_PORT);
  for (let port = first; port < first + PORTS_TRIED; port += 1) if (await isFree(port)) return port;
  return freePort();
}

function announce({ url, admin, user }: Demo): void {
  const lines = [
    `The Gatehouse demo is running at ${url}`,
    '',
    `Back-office   ${url}/admin/login   ${admin.username} / ${admin.password}`,
    `Live guests   ${url}/admin/guest-activity`,
    `As a user     ${url}/auth   ${user.username} / ${user.password}`,
    `As a guest    ${url}   with its emails at ${url}/dev/mailbox`,
    '',
    'Everybody in it is made up, and the guests walk by themselves. Ctrl-C ends it and leaves nothing behind.',
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`);
}

async function run(): Promise<void> {
  if (process.env.NODE_ENV === 'production') {
    process.stderr.write('The demo is for trying Gatehouse out and does not run with NODE_ENV=production.\n');
    process.exit(1);
  }
  enableCompileCache('.node/compile-cache');
  buildWeb();
  process.umask(0o077);
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

  let demo: Demo | undefined;
  let isClosing = false;
  const end = () => {
    // Ctrl-C reaches the process group, and npm forwards signals too: a second one is the same signal.
    if (isClosing) return;
    isClosing = true;
    // Also keeps the process alive until everything is closed, which the thread of the database's reader does not.
    setTimeout(() => process.exit(0), CLOSE_WITHIN_MS);
    // While the demo is being filled, there is nothing to close.
    (demo?.close() ?? Promise.resolve()).finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

  process.stdout.write('Filling the demo …\n');
  const { startDemo } = await import('../demo/installation.ts');
  const { LOG_LEVEL: logLevel } = process.env;
  demo = await startDemo({ port: await portToUse(), dataDir, ...(logLevel && { logLevel }) });
  if (process.argv.includes('--screenshots')) {
    const { takeScreenshots } = await import('../demo/screenshots.ts');
    await takeScreenshots(demo);
    return end();
  }
  announce(demo);
}

await run();

import { enableCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { buildWeb } from './build-web.ts';
import { freePort } from './free-port.ts';

const FIRST_PORT = 3000;
const PORTS_TRIED = 20;

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((decided) => {
    server.once('error', () => decided(false));
    server.listen(port, '127.0.0.1', () => server.close(() => decided(true)));
  });
}

/** The usual one, or the next that nobody uses. */
async function portToUse(): Promise<number> {
  const first = Number(process.env.PORT ?? FIRST_PORT);
  for (let port = first; port < first + PORTS_TRIED; port += 1) if (await isFree(port)) return port;
  return freePort();
}

if (process.env.NODE_ENV === 'production')
  refuse('The demo is for trying Gatehouse out and does not run with NODE_ENV=production. Use `npm start`.');

enableCompileCache('.node/compile-cache');
buildWeb();
const { startDemo } = await import('../demo/installation.ts');
const demo = await startDemo({
  port: await portToUse(),
  ...(process.env.LOG_LEVEL && { logLevel: process.env.LOG_LEVEL }),
});

let isClosing = false;
const close = () => {
  // Ctrl-C reaches a process group, and npm passes signals on as well: the second one means the first.
  if (isClosing) return;
  isClosing = true;
  demo.close().then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close);

const { url, admin, user } = demo;
const lines = [
  `The Gatehouse demo is running at ${url}`,
  '',
  `Back-office   ${url}/admin/login   ${admin.username} / ${admin.password}`,
  `Live guests   ${url}/admin/guest-activity`,
  `As a user     ${url}/auth   ${user.username} / ${user.password}`,
  `As a guest    ${url}   with its mail at ${url}/dev/mailbox`,
  '',
  'Everybody in it is made up, and the guests walk by themselves. Ctrl-C ends it and leaves nothing behind.',
];
process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`);

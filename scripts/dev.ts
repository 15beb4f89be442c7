import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/** The API restarts when its sources change; Vite serves the pages with hot reload. */
const api = spawn(
  process.execPath,
  ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'],
  {
    stdio: 'inherit',
  },
);
const web = await createServer();
await web.listen();
web.printUrls();

const close = () => {
  api.kill('SIGTERM');
  void web.close().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, close);
api.on('exit', close);

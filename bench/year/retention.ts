import { fetched } from '../../scripts/ask.ts';
import { freePort } from '../../scripts/free-port.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/process/log.ts';
import { watchEventLoop } from '../event-loop.ts';
import { figure } from '../figures.ts';
import { prepare } from '../sessions.ts';
import { keepFor } from './fill.ts';
import type { Place } from './place.ts';

/** Two weeks of the 365 days expire at once, as after a shorter retention was set. */
const KEPT_DAYS = 351;

/** The portal runs in this process, where its sweep can be called. */
export async function measureRetention(name: string, { installation }: Place): Promise<void> {
  await prepare(installation.config, 0, (db) => keepFor(db, KEPT_DAYS));
  const config = readConfig({ ...installation.env, AUDIT_RETENTION_DAYS: String(KEPT_DAYS) });
  let rows = 0;
  const log = createLog('info', {
    write: (line: string) => {
      const said = JSON.parse(line) as { msg?: string; rows?: number };
      if (said.msg === 'old data deleted') rows = said.rows ?? 0;
    },
  });
  const app = await buildApp(config, { log });
  const port = await freePort();
  await app.http.listen({ host: '127.0.0.1', port });
  const url = `http://127.0.0.1:${port}`;
  // The first requests of a process are slow even without other work.
  for (let count = 0; count < 50; count += 1) await fetched(`${url}/api/guest/check-prompt`);
  const stopWatching = watchEventLoop(url);
  const began = { at: performance.now(), processor: process.cpuUsage() };
  await app.sweep();
  const seconds = (performance.now() - began.at) / 1_000;
  figure(`${name}: rows that were too old, deleted a second`, rows / seconds, '');
  figure(`${name}: two weeks too old, deleted in`, seconds, 's');
  figure(`${name}: retention, longest wait of another request`, await stopWatching(), 'ms', { most: 50 });
  await app.close();
}

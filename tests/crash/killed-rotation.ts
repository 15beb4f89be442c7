/** Runs as a process of its own: rotates the server key, and kills itself at the step in its argument. */
import { withCurrentDatabase } from '../../cli/database.ts';
import { readConfig } from '../../server/config.ts';
import { resolveServerKey, rotateServerKey } from '../../server/db/server-key.ts';
import { createLog } from '../../server/process/log.ts';

const config = readConfig(process.env);
const dieAt = (step: string) => {
  if (step === process.argv[2]) process.kill(process.pid, 'SIGKILL');
};
await withCurrentDatabase(config, createLog('silent'), async (db) => {
  if (config.secretKey === null) await rotateServerKey(db, config, dieAt);
  else await resolveServerKey(db, config, dieAt);
});

/** Runs as a process of its own: migrates, and kills itself halfway through the last migration. */
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { createLog } from '../../server/process/log.ts';

await openDatabase(readConfig(process.env), createLog('silent'), {
  '999-killed': {
    async up(db) {
      await db.schema.createTable('half_done').addColumn('id', 'integer').execute();
      process.kill(process.pid, 'SIGKILL');
    },
  },
});

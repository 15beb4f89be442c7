import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Core } from './core.ts';
import { openDatabase } from './db/database.ts';
import { diskSpace, type spaceAt } from './db/disk-space.ts';
import { groupCommit } from './db/group-commit.ts';
import { openLanguages } from './languages.ts';
import { rowBudget } from './limits/row-budget.ts';
import { openBus } from './live/open-bus.ts';
import { createHasher } from './passwords/hasher.ts';
import { leakedPasswords } from './passwords/leaked.ts';
import type { Log } from './process/log.ts';
import { ApiKeys } from './sessions/api-keys.ts';
import { Sessions } from './sessions/sessions.ts';
import { createTransact } from './sessions/transact.ts';

export interface CoreDeps {
  readonly log: Log;
  readonly clock?: Clock;
  /** Tests replace these. */
  readonly fetch?: typeof fetch;
  readonly spaceAt?: typeof spaceAt;
}

export async function openCore(config: Config, deps: CoreDeps) {
  const { log, clock = systemClock, fetch = globalThis.fetch } = deps;
  const database = await openDatabase(config, log);
  const { db, reader, keys } = database;
  const severalProcesses = database.pool !== null;
  const bus = await openBus(database, config.databaseUrl, log);
  const disk = diskSpace(config.dataDir, log, deps.spaceAt);
  const sessions = new Sessions({ db, clock, bus, log, config });
  const apiKeys = new ApiKeys({ db, clock, bus, log, config });
  await apiKeys.load();
  const core: Core = {
    config,
    log,
    clock,
    languages: await openLanguages(config.languages),
    keys,
    db,
    reader,
    // SQLite has one connection; on PostgreSQL, leave most connections to other requests.
    commit: groupCommit(db, severalProcesses ? 3 : 1),
    severalProcesses,
    rows: rowBudget({ clock, most: config.rowBudget, isTight: disk.isTight }),
    bus,
    sessions,
    apiKeys,
    transact: createTransact({ db, clock, sessions }),
    hasher: await createHasher(),
    leaked: leakedPasswords({ config, fetch, log }),
    fetch,
  };
  return { core, database, disk };
}

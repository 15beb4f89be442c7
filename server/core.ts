import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './crypto/keys.ts';
import type { Commit } from './db/group-commit.ts';
import type { Db } from './db/tables.ts';
import type { RowBudget } from './limits/row-budget.ts';
import type { Bus } from './live/bus.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { LeakedPasswords } from './passwords/leaked.ts';
import type { Log } from './process/log.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Transact } from './sessions/transact.ts';

/** What the application stands on, made once in `app.ts`. Each part names what it takes of it. */
export interface Core {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly db: Db;
  /** For reads that may take long; on SQLite a thread of its own. */
  readonly reader: Db;
  /** Transactions that may share one commit. */
  readonly commit: Commit;
  readonly severalProcesses: boolean;
  /** What strangers can make us write. */
  readonly rows: RowBudget;
  readonly bus: Bus;
  readonly sessions: Sessions;
  /** The one way to write on behalf of a person; also for single writes of guests and of the server itself. */
  readonly transact: Transact;
  readonly hasher: PasswordHasher;
  readonly leaked: LeakedPasswords;
  /** Calls to the world outside. */
  readonly fetch: typeof fetch;
}

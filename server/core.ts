import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './crypto/keys.ts';
import type { Commit } from './db/group-commit.ts';
import type { Db } from './db/tables.ts';
import type { Languages } from './languages.ts';
import type { RowBudget } from './limits/row-budget.ts';
import type { Bus } from './live/bus.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { LeakedPasswords } from './passwords/leaked.ts';
import type { Log } from './process/log.ts';
import type { ApiKeys } from './sessions/api-keys.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Transact } from './sessions/transact.ts';

/** Each part declares which fields it uses. */
export interface Core {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly languages: Languages;
  readonly keys: Keys;
  readonly db: Db;
  readonly reader: Db;
  readonly commit: Commit;
  readonly severalProcesses: boolean;
  readonly rows: RowBudget;
  readonly bus: Bus;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  /** The only way to write on behalf of a person. */
  readonly transact: Transact;
  readonly hasher: PasswordHasher;
  readonly leaked: LeakedPasswords;
  readonly fetch: typeof fetch;
}

import type { Scope } from '../../contract/programs/keys.rules.ts';
import type { Clock } from '../clock.ts';
import { takeLock } from '../db/queries.ts';
import type { Db, Tables, Trx } from '../db/tables.ts';
import { inTransaction } from '../db/transact.ts';
import { freshProofNeeded, keyRefused, needsPerson, notSignedIn } from '../errors.ts';
import type { Actor } from '../visitor/visitor.ts';
import { type Access, isProven, refusal } from './access.ts';
import type { ApiKey } from './api-keys.ts';
import type { Session, Sessions } from './sessions.ts';

export interface Authority {
  session: Session;
  readonly key: { readonly found: ApiKey; readonly scope: Scope } | null;
  readonly access: Access;
  needsProof: boolean;
  wasChecked: boolean;
}

export interface Caller extends Actor {
  readonly authority: Authority | 'command line';
}

type By = Caller | 'guest' | 'server';

/**
 * Locks and checks account and session (or key), so nothing changes after a suspension, demotion or sign-out. Work on other accounts must
 * take the "users" lock first. Decision 76.
 */
export type Transact = <T>(by: By, work: (trx: Trx) => Promise<T>, turn?: Tables['locks']['name']) => Promise<T>;

interface TransactDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

export function createTransact(deps: TransactDeps): Transact {
  return (by, work, turn) =>
    inTransaction(deps.db, async (trx) => {
      if (turn !== undefined) await takeLock(trx, turn);
      if (typeof by !== 'string' && by.authority !== 'command line') {
        by.authority.wasChecked = true;
        await assertAllowed(trx, deps, by.authority);
      }
      return work(trx);
    });
}

/** In a transaction it holds until the commit; outside only at this moment. */
export async function assertAllowed(
  db: Db | Trx,
  { sessions, clock }: Pick<TransactDeps, 'sessions' | 'clock'>,
  authority: Authority,
): Promise<void> {
  const { session, key, access, needsProof } = authority;
  const current = key === null ? await sessions.lockAndRead(db, session) : await key.found.lockAndRead(db, key.scope);
  // A role change ends the session.
  if (current === null || current.user.role !== session.user.role)
    throw key === null ? notSignedIn() : keyRefused('This API key ended while it was in use.');
  const refused = refusal(access, current);
  if (refused !== null) throw refused;
  if (needsProof && !isProven(current, clock.now())) throw freshProofNeeded();
  authority.session = current;
}

export function assertProven({ authority }: Caller, now: number): void {
  if (authority === 'command line') return;
  if (authority.key !== null) throw needsPerson();
  if (!isProven(authority.session, now)) throw freshProofNeeded();
}

/** As read by the last `transact` of this request. */
export function sessionOf({ authority }: Caller): Session {
  if (authority === 'command line' || authority.key !== null) throw notSignedIn();
  return authority.session;
}

import type { Clock } from '../clock.ts';
import { takeTurn } from '../db/queries.ts';
import type { Db, Tables, Trx } from '../db/tables.ts';
import { inTransaction } from '../db/transact.ts';
import { freshProofNeeded, notSignedIn } from '../errors.ts';
import type { Actor } from '../visitor/visitor.ts';
import { type Access, isProven, refusal } from './access.ts';
import type { Session, Sessions } from './sessions.ts';

/** Why a person may do what they ask for, as the request that asks for it has found it. */
export interface Authority {
  /** As the last look at it has found it. */
  session: Session;
  /** What the route demands. */
  readonly access: Access;
  /** Whether the person has to have passed a step-up in the last minutes. */
  needsProof: boolean;
  /** Whether a transaction has looked at it. */
  wasChecked: boolean;
}

/** A signed-in person who changes something, or an operator at the server's terminal. */
export interface Caller extends Actor {
  readonly authority: Authority | 'command line';
}

/** Guests have no authority to lose, and neither has what the server does by itself. */
type By = Caller | 'guest' | 'server';

/**
 * The one way to write on behalf of a person. In the same transaction, and before it changes anything, it locks the account
 * and the session and looks at both again: a request that began before its sender was suspended, demoted or signed out
 * changes nothing after that.
 *
 * Work on other people's accounts names the turn "users", which is taken first: two admins who suspend each other would
 * otherwise wait for each other.
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
      if (turn !== undefined) await takeTurn(trx, turn);
      if (typeof by !== 'string' && by.authority !== 'command line') {
        by.authority.wasChecked = true;
        await assertAllowed(trx, deps, by.authority);
      }
      return work(trx);
    });
}

/** Asks the database. In a transaction it holds until the commit; outside of one, for work that only reads, at this moment. */
export async function assertAllowed(
  db: Db | Trx,
  { sessions, clock }: Pick<TransactDeps, 'sessions' | 'clock'>,
  authority: Authority,
): Promise<void> {
  const { session, access, needsProof } = authority;
  const current = await sessions.hold(db, session);
  // A session does not outlive a change of the role. If it did, what was decided by the old role would be wrong.
  if (current === null || current.user.role !== session.user.role) throw notSignedIn();
  const refused = refusal(access, { session: current, passedGate: false });
  if (refused !== null) throw refused;
  if (needsProof && !isProven(current, clock.now())) throw freshProofNeeded();
  authority.session = current;
}

/** For what needs a step-up only sometimes, in the transaction that finds out. */
export function assertProven({ authority }: Caller, now: number): void {
  if (authority !== 'command line' && !isProven(authority.session, now)) throw freshProofNeeded();
}

import type { Db, Trx } from '../db/tables.ts';
import { type Access, refusal } from './access.ts';
import type { Sessions } from './sessions.ts';

interface Authority {
  readonly sessionId: string | undefined;
  /** What the route demands. */
  readonly access: Access;
}

/**
 * Asks the database, not memory, whether a request that was let in would still be let in. In a transaction nobody ends the
 * session before the commit.
 */
export async function assertStillAllowed(
  sessions: Pick<Sessions, 'read'>,
  db: Db | Trx,
  { sessionId, access }: Authority,
): Promise<void> {
  const session = sessionId === undefined ? null : await sessions.read(db, sessionId);
  const refused = refusal(access, { session, passedGate: true });
  if (refused !== null) throw refused;
}

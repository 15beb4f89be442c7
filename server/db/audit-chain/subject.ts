import { type ChangeKind, guestUserId } from '../../../contract/log/activity.rules.ts';
import type { AuditKind } from '../../../contract/log/audit.rules.ts';
import type { ActivityRow } from '../tables.ts';

type Told = Pick<ActivityRow, 'action' | 'user_id' | 'details'>;

/** By what an entry of staff is found: what kind of thing was done, and to whom. */
export interface Subject {
  readonly kind: string;
  readonly target: string | null;
}

/** Versions before named the kind of a change `changed`, and did not name that of prompts and redirects at all. */
function changeIn(details: Readonly<Record<string, unknown>>): string {
  const { change, changed, prompt } = details;
  if (change === 'removed') return 'redirect removed' satisfies ChangeKind;
  if (typeof change === 'string') return change;
  if (typeof changed === 'string') return changed;
  return (prompt === undefined ? 'redirect' : 'prompt') satisfies ChangeKind;
}

export function subjectOf({ action, user_id, details }: Told): Subject {
  const told = details === null ? {} : (JSON.parse(details) as Record<string, unknown>);
  // What somebody got of what staff sent: it is theirs, and was done to them.
  if (action === 'redirect') return { kind: 'received' satisfies AuditKind, target: user_id };
  // Nobody of the staff did it, and nobody of the staff may take it away.
  if (action === 'help') return { kind: 'told to come' satisfies AuditKind, target: user_id };
  const kind = action === 'profile_update' || action === 'admin_redirect' ? changeIn(told) : action;
  if (typeof told.user === 'string') return { kind, target: told.user };
  return { kind, target: typeof told.guest === 'string' ? guestUserId(told.guest) : null };
}

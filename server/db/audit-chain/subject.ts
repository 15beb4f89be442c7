import { type AuditKind, type ChangeKind, guestUserId } from '../../../contract/log/activity.rules.ts';
import type { ActivityRow } from '../tables.ts';

type Told = Pick<ActivityRow, 'action' | 'user_id' | 'details'>;

export interface Subject {
  readonly kind: string;
  readonly target: string | null;
}

/** Older versions named the kind `changed`, or left it out. */
function changeIn(details: Readonly<Record<string, unknown>>): string {
  const { change, changed, prompt } = details;
  if (change === 'removed') return 'redirect removed' satisfies ChangeKind;
  if (typeof change === 'string') return change;
  if (typeof changed === 'string') return changed;
  return (prompt === undefined ? 'redirect' : 'prompt') satisfies ChangeKind;
}

export function subjectOf({ action, user_id, details }: Told): Subject {
  const told = details === null ? {} : (JSON.parse(details) as Record<string, unknown>);
  if (action === 'redirect') return { kind: 'received' satisfies AuditKind, target: user_id };
  // Not by staff, but staff must not be able to delete it.
  if (action === 'help') return { kind: 'told to come' satisfies AuditKind, target: user_id };
  const kind = action === 'profile_update' || action === 'admin_redirect' ? changeIn(told) : action;
  if (typeof told.user === 'string') return { kind, target: told.user };
  return { kind, target: typeof told.guest === 'string' ? guestUserId(told.guest) : null };
}

import { type BulkChange, RUNNING_MAX } from '../../../../contract/users/bulk.rules.ts';
import { may, mayManage } from '../../../../contract/users/roles.rules.ts';
import type { BulkJobRow, UserRow } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';

export function whyNotStart(
  running: readonly Pick<BulkJobRow, 'started_by'>[],
  actor: { readonly userId: string },
): HttpError | null {
  if (running.some(({ started_by }) => started_by === actor.userId))
    return new HttpError('bulk_running', 'You have a bulk operation running. Wait until it is done, or stop it first.');
  if (running.length >= RUNNING_MAX)
    return new HttpError(
      'bulk_running',
      `${RUNNING_MAX} bulk operations are running. Please wait until one of them is done.`,
    );
  return null;
}

/** Null if the job may continue. */
export function whyNotGoOn(
  starter: Pick<UserRow, 'role' | 'status' | 'sign_outs'> | undefined,
  { started_name: name, sign_outs }: Pick<BulkJobRow, 'started_name' | 'sign_outs'>,
  change: BulkChange,
): string | null {
  if (starter === undefined) return `The account of ${name} was deleted.`;
  if (!may(starter.role, 'change-users')) return `${name} can no longer change users.`;
  if (change.action === 'role' && !mayManage(starter.role, change.value)) return `${name} is no longer an admin.`;
  if (starter.status !== 'active') return `The account of ${name} is no longer active.`;
  return starter.sign_outs === sign_outs ? null : `${name} was signed out, or has a new password.`;
}

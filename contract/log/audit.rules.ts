/** No schemas here: every page that shows an entry imports this file. */
import type { ChangeKind } from './activity.rules.ts';

/** Sign-ins, delivery receipts, and guests who were told by a stranger to come here. */
type OtherKind = 'login' | 'logout' | 'failed_login' | 'received' | 'told to come';

export type AuditKind = ChangeKind | OtherKind;

export const AUDIT_COLUMNS = [
  'Date',
  'Person',
  'Kind',
  'About',
  'Details',
  'IP Address',
  'Location',
  'Device',
  'Person ID',
  'About ID',
  'Entry ID',
] as const;

import type { ChangeKind } from './activity.rules.ts';

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

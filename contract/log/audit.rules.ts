/** The words of the audit trail. No schemas here: pages import this file. */
import type { ChangeKind } from './activity.rules.ts';

/** Sign-ins of staff, what guests received, and guests who said that another person asked them to come here. */
type OtherKind = 'login' | 'logout' | 'failed_login' | 'received' | 'told to come';

export type AuditKind = ChangeKind | OtherKind;

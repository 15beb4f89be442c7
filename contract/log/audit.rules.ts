/** The words of the audit trail. No schemas here: every page that shows one imports this file. */
import type { ChangeKind } from './activity.rules.ts';

/** What staff do that is no change, what people got of what staff sent them, and which guests were told to come here. */
type OtherKind = 'login' | 'logout' | 'failed_login' | 'received' | 'told to come';

export type AuditKind = ChangeKind | OtherKind;

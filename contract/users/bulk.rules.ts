/** Bulk work on users that the server does by itself. No schemas here: pages import this file. */
import type { Role, Status } from './users.rules.ts';

/** Stopped: by an admin. Failed: it could not go on. What was changed until then stays changed. */
export const BULK_STATES = ['running', 'stopped', 'done', 'failed'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** What is done to each account. */
export type BulkChange =
  | { readonly action: 'status'; readonly value: Status }
  | { readonly action: 'role'; readonly value: Role }
  | { readonly action: 'delete'; readonly value?: null | undefined };

/** At once, of all admins together; one of each. */
export const RUNNING_MAX = 3;
/** For so long the others see what became of a job. */
export const SHOWN_HOURS = 24;

import type { Role, Status } from './users.rules.ts';

/** Changes made before a stop or failure stay. */
export const BULK_STATES = ['running', 'stopped', 'done', 'failed'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export type BulkChange =
  | { readonly action: 'status'; readonly value: Status }
  | { readonly action: 'role'; readonly value: Role }
  | { readonly action: 'delete'; readonly value?: null | undefined };

/** Across all admins; one per admin. */
export const RUNNING_MAX = 3;
export const SHOWN_HOURS = 24;

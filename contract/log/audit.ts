import * as z from 'zod';
import { endpoint, PageQuery } from '../endpoint.ts';
import { ActivityEntry, EntryCount, Period } from './activity.ts';

/** An account, the command line, or `guest_192_0_2_7`. */
const PersonId = z
  .string()
  .max(100)
  .regex(/^[\w:-]+$/);

export const AuditEntry = ActivityEntry.extend({
  /** An `AuditKind`; a newer server may have others. */
  kind: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditQuery = z.object({
  person: PersonId.optional(),
  kind: z
    .string()
    .max(60)
    .regex(/^[\w -]+$/)
    .optional(),
  target: PersonId.optional(),
  ...Period.shape,
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const listAudit = endpoint('GET /api/admin/audit', {
  scope: 'audit:read',
  summary: 'The audit trail, newest first',
  query: AuditQuery.extend(PageQuery.shape),
  answer: z.array(AuditEntry),
});

export const countAudit = endpoint('GET /api/admin/audit/count', {
  scope: 'audit:read',
  summary: 'How many entries the audit trail has, up to a few seconds old',
  query: AuditQuery,
  answer: EntryCount,
});

const Person = z.object({ id: z.string(), name: z.string() });
export type AuditPerson = z.output<typeof Person>;

export const auditPeople = endpoint('GET /api/admin/audit/people', {
  summary: "Names for the filters of the audit trail: today's staff, and the people the query is about",
  query: AuditQuery.pick({ person: true, target: true }),
  answer: z.object({ staff: z.array(Person), named: z.array(Person) }),
});

export const exportAudit = endpoint('GET /api/admin/audit.csv', {
  scope: 'audit:read',
  summary: 'Every matching entry of the audit trail as a CSV file',
  query: AuditQuery,
  answer: z.string(),
  answerType: 'text/csv',
});

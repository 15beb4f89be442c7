import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const bulkJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bulk_jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('value', 'text')
      .addColumn('filter', 'text', (column) => column.notNull())
      .addColumn('started_by', 'text', (column) => column.notNull())
      .addColumn('started_name', 'text', (column) => column.notNull())
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_user', 'text', (column) => column.notNull())
      .addColumn('position', 'text', (column) => column.notNull())
      .addColumn('done', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addColumn('stopped_by', 'text')
      .addColumn('ended_at', 'bigint')
      .addColumn('claimed_by', 'text')
      .addColumn('claimed_until', 'bigint')
      .execute();
  },
};

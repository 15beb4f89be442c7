import type { Insertable } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import type { Result } from '../../server/features/verification/verified/queries.ts';
import type { TestApp } from './app.ts';

type NewVerified = Insertable<Tables['verified_addresses']>;

/** As the table has it. What can be null is, unless a test says otherwise. */
export const verifiedRow = (id: string, facts: Partial<NewVerified> = {}): NewVerified => {
  const { email = `${id}@example.com`, ...others } = facts;
  const key = { id, email, email_key: email.toLowerCase(), guest_id: 'somebody' };
  return { ...key, verified_at: 1, took_ms: 40_000, helped: 0, ...others };
};

/** As a right code makes it, 45 seconds after it was asked for. */
export const verifiedResult = (at: number): Result => ({
  publicId: 'p1',
  email: 'confirmed@example.com',
  at,
  since: at - 45_000,
  helped: true,
});

export async function insertVerified({ db }: TestApp, rows: readonly NewVerified[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1_000)
    await db
      .insertInto('verified_addresses')
      .values(rows.slice(at, at + 1_000))
      .execute();
}

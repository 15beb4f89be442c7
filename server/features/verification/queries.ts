import { sql } from 'kysely';
import { REFUSED_CODES } from '../../../contract/guests/stuck.rules.ts';
import { PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import { DAY_MS } from '../../clock.ts';
import { sweepTable } from '../../db/batches.ts';
import { batched, preparedFrom, preparedUpsert } from '../../db/prepared.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Db, GuestVerificationRow, OutboxRow, Trx } from '../../db/tables.ts';
import { acceptedAt } from '../../delivery/one-time-code.ts';

export type LiveVerification = GuestVerificationRow & { code_hash: string };
const GIVEN = [
  'guest_secret',
  'public_id',
  'email',
  'code_hash',
  'sent_at',
  'expires_at',
  'mail_id',
  'language',
] as const;
type Fresh = Pick<LiveVerification, (typeof GIVEN)[number]> & { readonly public_id: string };

const beginRows = preparedUpsert('guest_verifications', [...GIVEN, 'first_sent_at', 'tries'], (insert) => {
  const goesOn = sql<boolean>`guest_verifications.email = excluded.email and guest_verifications.verified_at is null`;
  return insert.onConflict((conflict) =>
    conflict.column('guest_secret').doUpdateSet((row) => ({
      ...Object.fromEntries(GIVEN.map((name) => [name, row.ref(`excluded.${name}`)])),
      tries: row.ref('excluded.tries'),
      first_sent_at: sql<number>`case when ${goesOn}
        then coalesce(guest_verifications.first_sent_at, excluded.first_sent_at) else excluded.first_sent_at end`,
      refusals: sql<number>`case when ${goesOn} then guest_verifications.refusals else 0 end`,
      tried_at: null,
      submitted_at: null,
      outcome: null,
      refusal: null,
      verified_at: null,
      accepted_at: null,
      abandoned_at: null,
      refused_twice_at: null,
    })),
  );
});

interface Outdated {
  readonly of: string;
  readonly at: number;
}

/** The old code no longer works, so don't send it; its address may even have been wrong. */
const expireMails = preparedFrom<Outdated>(
  { of: 'text', at: 'bigint' },
  { column: 'guest_id', given: 'of' },
  (db, given, isMeant) =>
    db
      .updateTable('outbox')
      .from(given)
      // Not an error: it just isn't needed any more.
      .set({ expires_at: sql`given.at`, error: null })
      .where(isMeant)
      // `coalesce` keeps SQLite from using the index on `state`, which would read everything that waits.
      .where(sql<boolean>`coalesce(channel, '') = 'mail' and coalesce(state, '') in ('queued', 'sending')`),
);

/** Replaces the old code and its unsent email. Wrong tries still count. */
export const begin = batched<Fresh, void>({
  keysOf: ({ guest_secret }) => [guest_secret],
  async run(trx, codes) {
    // Lock emails before codes, as deliveries do.
    await expireMails(
      trx,
      codes.map((code) => ({ of: code.public_id, at: code.sent_at })),
    );
    const rows = codes.map((code) => ({ ...code, first_sent_at: code.sent_at, tries: 0 }));
    await beginRows(trx, rows);
    return codes.map(() => undefined);
  },
});

export async function mailAccepted(
  trx: Trx,
  { id, guest_id }: Pick<OutboxRow, 'id' | 'guest_id'>,
  at: number,
): Promise<void> {
  if (guest_id === null) return;
  await trx
    .updateTable('guest_verifications')
    .set(acceptedAt(at))
    .where('public_id', '=', guest_id)
    .where('mail_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute();
}

const BROWSER = { column: 'guest_secret', given: 'of' } as const;

interface Try {
  readonly of: string;
}

const holdRows = preparedFrom<Try, GuestVerificationRow>({ of: 'text' }, BROWSER, (db, given, isMeant) =>
  db
    .selectFrom(['guest_verifications', given])
    .selectAll('guest_verifications')
    .where(isMeant)
    .$if(isPostgres(db), (rows) => rows.orderBy('guest_secret').forUpdate('guest_verifications')),
);

/** Counts the try and locks the row. `conclude` writes it, which saves a row version. */
export const holdForTry = batched<Try, GuestVerificationRow | undefined>({
  keysOf: ({ of }) => [of],
  async run(trx, tries) {
    const found = new Map((await holdRows(trx, tries)).map((row) => [row.guest_secret, row]));
    return tries.map(({ of }) => {
      const row = found.get(of);
      return row && { ...row, tries: row.tries + 1 };
    });
  },
});

interface Conclusion extends Try {
  readonly ended: 'accepted' | 'refused';
  readonly why: string | null;
  readonly confirmed: number | null;
  readonly at: number;
}

const CONCLUSION = { of: 'text', ended: 'text', why: 'text', confirmed: 'bigint', at: 'bigint' } as const;

const concludeRows = preparedFrom<Conclusion>(CONCLUSION, BROWSER, (db, given, isMeant) => {
  const isRefused = sql`verified_at is null and given.ended = 'refused'`;
  return db
    .updateTable('guest_verifications')
    .from(given)
    .set({
      tries: sql`tries + 1`,
      tried_at: sql`given.at`,
      outcome: sql`case when verified_at is not null then 'accepted' else given.ended end`,
      refusal: sql`case when verified_at is not null then null else given.why end`,
      code_hash: sql`case when given.ended = 'accepted' then null else code_hash end`,
      verified_at: sql`coalesce(verified_at, given.confirmed)`,
      // Processing time doesn't count towards the code's time.
      expires_at: sql`case when ${isRefused} and submitted_at is not null and expires_at > given.at
          then expires_at + ${sql.lit(PROCESSING_SECONDS * 1000)} else expires_at end`,
      refusals: sql`case when ${isRefused} then refusals + 1 else refusals end`,
      refused_twice_at: sql`case when ${isRefused} and refusals + 1 >= ${sql.lit(REFUSED_CODES)}
          then coalesce(refused_twice_at, given.at) else refused_twice_at end`,
    })
    .where(isMeant);
});

export const conclude = batched<Conclusion, void>({
  keysOf: ({ of }) => [of],
  async run(trx, conclusions) {
    await concludeRows(trx, conclusions);
    return conclusions.map(() => undefined);
  },
});

export const findVerification = (db: Db, guestSecret: string): Promise<GuestVerificationRow | undefined> =>
  db.selectFrom('guest_verifications').selectAll().where('guest_secret', '=', guestSecret).executeTakeFirst();

export const findByPublicId = (db: Db | Trx, publicId: string): Promise<GuestVerificationRow | undefined> =>
  db.selectFrom('guest_verifications').selectAll().where('public_id', '=', publicId).executeTakeFirst();

export async function verificationsOf(
  db: Db,
  since: number,
  of: { readonly guests: readonly string[] } | { readonly most: number },
) {
  const rows = db
    .selectFrom('guest_verifications')
    .selectAll()
    .where('sent_at', '>', since)
    .where('public_id', 'is not', null)
    .$narrowType<{ public_id: string }>();
  if ('guests' in of) return rows.where('public_id', 'in', of.guests).execute();
  return rows.orderBy('sent_at', 'desc').limit(of.most).execute();
}

export async function beginProcessing(trx: Trx, guestSecret: string, now: number): Promise<void> {
  await trx
    .updateTable('guest_verifications')
    .set({ submitted_at: now, outcome: null, refusal: null })
    .where('guest_secret', '=', guestSecret)
    .execute();
}

/** Uses the stored outcome, whatever the page claims. */
export async function finishProcessing(db: Db, guestSecret: string): Promise<boolean> {
  const row = await db
    .updateTable('guest_verifications')
    .set({ submitted_at: null })
    .where('guest_secret', '=', guestSecret)
    .returning('outcome')
    .executeTakeFirst();
  return row?.outcome === 'accepted';
}

export function sweepVerifications(db: Db, now: number, closing: AbortSignal): Promise<void> {
  const old = { key: 'guest_secret', time: 'sent_at', before: now - DAY_MS } as const;
  return sweepTable(db, { table: 'guest_verifications', ...old }, closing);
}

import { sql } from 'kysely';
import { REFUSED_CODES } from '../../../contract/guests/stuck.rules.ts';
import {
  CODE_VALID_SECONDS,
  MAIL_WITHIN_SECONDS,
  PROCESSING_SECONDS,
} from '../../../contract/verification/verification.rules.ts';
import { sweepTable } from '../../db/batches.ts';
import { batched, preparedFrom, preparedUpsert } from '../../db/prepared.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Db, GuestVerificationRow, OutboxRow, Trx } from '../../db/tables.ts';

export type LiveVerification = GuestVerificationRow & { code_hash: string };
type Fresh = Pick<
  LiveVerification,
  'guest_secret' | 'public_id' | 'email' | 'code_hash' | 'sent_at' | 'expires_at' | 'mail_id'
>;

/** One change per browser and transaction. */
const browserOf = ({ guest_secret }: { readonly guest_secret: string }) => [guest_secret];

const FRESH = [
  'guest_secret',
  'public_id',
  'email',
  'code_hash',
  'sent_at',
  'first_sent_at',
  'expires_at',
  'mail_id',
  'tries',
] as const;

const beginRows = preparedUpsert('guest_verifications', FRESH, (insert) => {
  const goesOn = sql<boolean>`guest_verifications.email = excluded.email and guest_verifications.verified_at is null`;
  return insert.onConflict((conflict) =>
    conflict.column('guest_secret').doUpdateSet((row) => ({
      public_id: row.ref('excluded.public_id'),
      email: row.ref('excluded.email'),
      code_hash: row.ref('excluded.code_hash'),
      sent_at: row.ref('excluded.sent_at'),
      expires_at: row.ref('excluded.expires_at'),
      mail_id: row.ref('excluded.mail_id'),
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

/** Replaces the old code, but keeps the count of wrong codes for the same email address. */
export const begin = batched<Fresh, void>({
  keysOf: browserOf,
  async run(trx, codes) {
    const rows = codes.map((code) => ({ ...code, first_sent_at: code.sent_at, tries: 0 }));
    await beginRows(trx, rows);
    return codes.map(() => undefined);
  },
});

/** Starts the countdown, at most ten minutes after the request. */
export async function mailAccepted(
  trx: Trx,
  { id, guest_id }: Pick<OutboxRow, 'id' | 'guest_id'>,
  at: number,
): Promise<void> {
  if (guest_id === null) return;
  const latest = sql`sent_at + ${sql.lit(MAIL_WITHIN_SECONDS * 1000)}`;
  const begins = sql<number>`case when ${latest} < cast(${at} as bigint) then ${latest} else cast(${at} as bigint) end`;
  await trx
    .updateTable('guest_verifications')
    .set({ accepted_at: at, expires_at: sql`${begins} + ${sql.lit(CODE_VALID_SECONDS * 1000)}` })
    .where('public_id', '=', guest_id)
    .where('mail_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute();
}

const BROWSER = { column: 'guest_secret', given: 'of' } as const;

const holdRows = preparedFrom<{ of: string }, GuestVerificationRow>({ of: 'text' }, BROWSER, (db, given, isMeant) =>
  db
    .selectFrom(['guest_verifications', given])
    .selectAll('guest_verifications')
    .where(isMeant)
    .$if(isPostgres(db), (rows) => rows.orderBy('guest_secret').forUpdate('guest_verifications')),
);

/** Counts the try and locks the row; `conclude` writes it, to save a row version. Undefined without a code. */
export const holdForTry = batched<Pick<Fresh, 'guest_secret'>, GuestVerificationRow | undefined>({
  keysOf: browserOf,
  async run(trx, tries) {
    const given = tries.map(({ guest_secret }) => ({ of: guest_secret }));
    const found = new Map(
      (await holdRows(trx, given)).map((row) => [row.guest_secret, { ...row, tries: row.tries + 1 }]),
    );
    return tries.map(({ guest_secret }) => found.get(guest_secret));
  },
});

interface Conclusion {
  readonly guest_secret: string;
  readonly outcome: 'accepted' | 'refused';
  readonly refusal: string | null;
  readonly verified_at: number | null;
  readonly now: number;
}

const concludeRows = preparedFrom<{
  of: string;
  ended: string;
  why: string | null;
  confirmed: number | null;
  at: number;
}>({ of: 'text', ended: 'text', why: 'text', confirmed: 'bigint', at: 'bigint' }, BROWSER, (db, given, isMeant) => {
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
      // Processing does not use up the code's time.
      expires_at: sql`case when ${isRefused} and submitted_at is not null and expires_at > given.at
          then expires_at + ${sql.lit(PROCESSING_SECONDS * 1000)} else expires_at end`,
      refusals: sql`case when ${isRefused} then refusals + 1 else refusals end`,
      refused_twice_at: sql`case when ${isRefused} and refusals + 1 >= ${sql.lit(REFUSED_CODES)}
          then coalesce(refused_twice_at, given.at) else refused_twice_at end`,
    })
    .where(isMeant);
});

/** An accepted code is used up for good. */
export const conclude = batched<Conclusion, void>({
  keysOf: browserOf,
  async run(trx, conclusions) {
    const given = conclusions.map(({ guest_secret, outcome, refusal, verified_at, now }) => ({
      ...{ of: guest_secret, ended: outcome, why: refusal, confirmed: verified_at, at: now },
    }));
    await concludeRows(trx, given);
    return conclusions.map(() => undefined);
  },
});

export const findVerification = (db: Db, guestSecret: string): Promise<GuestVerificationRow | undefined> =>
  db.selectFrom('guest_verifications').selectAll().where('guest_secret', '=', guestSecret).executeTakeFirst();

export const findByPublicId = (db: Db, publicId: string): Promise<GuestVerificationRow | undefined> =>
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

/** Answers the stored outcome, whatever the page claims. */
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
  const old = { key: 'guest_secret', time: 'sent_at', before: now - 24 * 60 * 60 * 1000 } as const;
  return sweepTable(db, { table: 'guest_verifications', ...old }, closing);
}

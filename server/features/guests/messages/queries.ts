import { sql } from 'kysely';
import type { SteerState, SteerWhat } from '../../../../contract/guests/messages.rules.ts';
import { CLAIM_SILENT_SECONDS } from '../../../../contract/guests/messages.rules.ts';
import { CLOCK_SKEW_MS } from '../../../clock.ts';
import { deleteOldest } from '../../../db/queries.ts';
import type { CareRow, Db, Trx } from '../../../db/tables.ts';

/** The latest first. */
export const careSince = (db: Db, since: number, most: number): Promise<CareRow[]> =>
  db
    .selectFrom('guest_care')
    .selectAll()
    .where('updated_at', '>', since)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute();

export const findCare = (db: Db | Trx, id: string): Promise<CareRow | undefined> =>
  db.selectFrom('guest_care').selectAll().where('id', '=', id).executeTakeFirst();

/** Something that staff send a guest. */
export interface Steer {
  readonly id: string;
  readonly what: SteerWhat;
  /** The page or address that it leads to. */
  readonly to: string | null;
}

export interface Helper {
  readonly id: string;
  readonly name: string;
}

type SteerColumns = Pick<
  CareRow,
  'steer_id' | 'steer_what' | 'steer_to' | 'steer_by' | 'steer_at' | 'steer_state' | 'steer_state_at'
>;

const steerColumns = ({ id, what, to }: Steer, by: string, at: number): SteerColumns => ({
  steer_id: id,
  steer_what: what,
  steer_to: to,
  steer_by: by,
  steer_at: at,
  steer_state: 'sent',
  steer_state_at: at,
});

const NO_STEER = {
  steer_id: null,
  steer_what: null,
  steer_to: null,
  steer_by: null,
  steer_at: null,
  steer_state: null,
  steer_state_at: null,
} satisfies SteerColumns;

const NO_CLAIM = { claimed_by: null, claimed_name: null, claimed_at: null, claim_used_at: null } as const;

interface Taking {
  readonly guestId: string;
  readonly helper: Helper;
  /** What they send with it; what was sent before is not the latest any more. */
  readonly steer: Steer | null;
  readonly at: number;
  /** Whoever else is helping. */
  readonly stepIn: boolean;
}

/**
 * One statement, so that of two admins on two processes one gets the guest. False when somebody else is helping; the row stays
 * locked until the end of the transaction, so whoever that is can be read.
 */
export async function takeClaim(trx: Trx, { guestId, helper, steer, at, stepIn }: Taking): Promise<boolean> {
  const claim = { claimed_by: helper.id, claimed_name: helper.name, claim_used_at: at, updated_at: at };
  const sent = steer === null ? null : steerColumns(steer, helper.name, at);
  const isOwn = sql<boolean>`guest_care.claimed_by = ${helper.id}`;
  const isFree = sql<boolean>`(guest_care.claimed_by is null or ${isOwn}
    or guest_care.claim_used_at <= ${at - CLAIM_SILENT_SECONDS * 1000} or guest_care.claim_used_at > ${at + CLOCK_SKEW_MS})`;
  const rows = await trx
    .insertInto('guest_care')
    .values({ id: guestId, claimed_at: at, ...claim, ...(sent ?? NO_STEER) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          ...claim,
          ...sent,
          claimed_at: sql`case when ${isOwn} then guest_care.claimed_at else ${at} end`,
        })
        .where(stepIn ? sql<boolean>`1 = 1` : isFree),
    )
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** What was sent to an address reaches its browsers without anybody saying that they look after them. */
export async function putSteer(trx: Trx, guestId: string, steer: Steer, by: string, at: number): Promise<void> {
  const sent = { ...steerColumns(steer, by, at), updated_at: at };
  await trx
    .insertInto('guest_care')
    .values({ id: guestId, ...NO_CLAIM, ...sent })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(sent))
    .execute();
}

/** Whether there was a claim; of one admin, or of anybody. */
export async function dropClaim(trx: Trx, guestId: string, helperId: string | null): Promise<boolean> {
  const claims = trx.updateTable('guest_care').set(NO_CLAIM).where('id', '=', guestId);
  const some =
    helperId === null ? claims.where('claimed_by', 'is not', null) : claims.where('claimed_by', '=', helperId);
  return (await some.returning('id').execute()).length === 1;
}

interface Advance {
  readonly guestId: string;
  readonly steerId: string;
  /** Nothing goes back, and what was withdrawn stays so. */
  readonly from: readonly SteerState[];
  readonly to: SteerState;
  readonly at: number;
}

/** Whether this call did it: of several processes that see the same, one does. */
export async function advanceSteer(trx: Trx, { guestId, steerId, from, to, at }: Advance): Promise<boolean> {
  const rows = await trx
    .updateTable('guest_care')
    .set({ steer_state: to, steer_state_at: at, updated_at: at })
    .where('id', '=', guestId)
    .where('steer_id', '=', steerId)
    .where('steer_state', 'in', from)
    .returning('id')
    .execute();
  return rows.length === 1;
}

const AT_ONCE = 500;

/** Of things that will never get there, the latest that their guests were sent. Answers those guests. */
export async function withdrawSteers(
  trx: Trx,
  steers: readonly { readonly guestId: string; readonly steerId: string }[],
  at: number,
): Promise<string[]> {
  const guests: string[] = [];
  for (let from = 0; from < steers.length; from += AT_ONCE) {
    const some = steers.slice(from, from + AT_ONCE);
    const rows = await trx
      .updateTable('guest_care')
      .set({ steer_state: 'withdrawn', steer_state_at: at, updated_at: at })
      .where(
        'id',
        'in',
        some.map(({ guestId }) => guestId),
      )
      .where(
        'steer_id',
        'in',
        some.map(({ steerId }) => steerId),
      )
      .where('steer_state', '=', 'sent')
      .returning('id')
      .execute();
    guests.push(...rows.map(({ id }) => id));
  }
  return guests;
}

/** Answers whose they were. */
export const deleteOldCare = (db: Db, before: number, most: number): Promise<string[]> =>
  deleteOldest(db, { table: 'guest_care', key: 'id', time: 'updated_at', before }, most);

import { sql } from 'kysely';
import { ASSIGNMENT_SECONDS } from '../../../../contract/guests/messages.rules.ts';
import { CLOCK_SKEW_MS, DAY_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { sweepTable } from '../../../db/batches.ts';
import type { AssignmentRow, Db, Trx } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import { Replica } from '../../../live/replica.ts';
import type { Caller } from '../../../sessions/transact.ts';
import type { Actor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { isHelping } from './policy.ts';
import type { Browser } from './recipients.ts';

type AssignmentsDeps = Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log'>;
type Change = { change: 'claimed' | 'released' } | { change: 'stepped in'; helper: string };

const helperFor = ({ userId, staff }: Actor) => ({ helper_id: userId, helper_name: staff ?? userId });
const assignedToOther = (name: string | undefined) =>
  new HttpError('assigned_to_other', `${name ?? 'Someone else'} is helping this guest.`);

/** An assignment is no permission: staff can step in for each other. */
export class Assignments {
  readonly #deps: AssignmentsDeps;
  readonly #rows = new Map<string, AssignmentRow>();
  readonly #replica: Replica;
  readonly caughtUp = () => this.#replica.caughtUp();

  constructor(deps: AssignmentsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'assignments',
      topic: 'assignment-changed',
      load: () => this.load(),
      reload: (guestId) => this.#reload(guestId),
    });
  }

  async load(): Promise<void> {
    const { db, clock } = this.#deps;
    const since = clock.now() - DAY_MS;
    const rows = await db.selectFrom('guest_assignments').selectAll().where('used_at', '>', since).execute();
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.guest_id, row);
  }

  helperOf(guestId: string): { readonly id: string; readonly name: string } | null {
    const row = this.#rows.get(guestId);
    if (row === undefined || !isHelping(row, this.#deps.clock.now())) return null;
    return { id: row.helper_id, name: row.helper_name };
  }

  async assign(guest: Browser, actor: Caller, stepIn: boolean): Promise<string> {
    const { transact, clock } = this.#deps;
    const at = clock.now();
    const { helper_id, helper_name } = helperFor(actor);
    await transact(actor, async (trx) => {
      const before = await findAssignment(trx, guest.guestId);
      const isRenewed = before?.helper_id === helper_id && isHelping(before, at);
      const steppedIn = await this.assignIn(trx, guest, actor, { stepIn, at });
      if (!isRenewed && !steppedIn) await record(trx, guest, actor, { change: 'claimed' }, at);
    });
    return helper_name;
  }

  /** True if the helper took over from another one; this logs it. */
  async assignIn(
    trx: Trx,
    guest: Browser,
    actor: Actor,
    { stepIn, at }: { stepIn: boolean; at: number },
  ): Promise<boolean> {
    const { guestId } = guest;
    const row = { guest_id: guestId, ...helperFor(actor), used_at: at };
    await this.#replica.changed(trx, guestId);
    if (await putAssignment(trx, row, { stepIn: false })) return false;
    const helper = (await findAssignment(trx, guestId))?.helper_name;
    if (!stepIn) throw assignedToOther(helper);
    await putAssignment(trx, row, { stepIn: true });
    await record(trx, guest, actor, { change: 'stepped in', helper: helper ?? '' }, at);
    return true;
  }

  async unassign(guest: Browser, actor: Caller): Promise<void> {
    const { transact, clock } = this.#deps;
    const at = clock.now();
    const { guestId } = guest;
    await transact(actor, async (trx) => {
      const row = await findAssignment(trx, guestId);
      if (row === undefined) return;
      if (row.helper_id !== actor.userId) {
        if (isHelping(row, at)) throw assignedToOther(row.helper_name);
        return;
      }
      await deleteAssignment(trx, guestId);
      await record(trx, guest, actor, { change: 'released' }, at);
      await this.#replica.changed(trx, guestId);
    });
  }

  async verified(guestId: string): Promise<void> {
    if (this.#replica.trusted && !this.#rows.has(guestId)) return;
    await this.#deps.transact('guest', async (trx) => {
      if (await deleteAssignment(trx, guestId)) this.#replica.changedOften(trx, guestId);
    });
  }

  async sweep(closing: AbortSignal): Promise<void> {
    const { db, clock } = this.#deps;
    const before = clock.now() - DAY_MS;
    for (const row of this.#rows.values()) if (row.used_at < before) this.#rows.delete(row.guest_id);
    await sweepTable(db, { table: 'guest_assignments', key: 'guest_id', time: 'used_at', before }, closing);
  }

  async #reload(guestId: string): Promise<void> {
    const row = await findAssignment(this.#deps.db, guestId);
    if (row === undefined) this.#rows.delete(guestId);
    else this.#rows.set(guestId, row);
  }
}

const record = (trx: Trx, { guestId, ipAddress }: Browser, actor: Actor, change: Change, at: number) =>
  recordActivity(trx, { ...actor, action: 'admin_redirect', details: { ...change, guest: ipAddress }, guestId, at });

const findAssignment = (db: Db | Trx, guestId: string): Promise<AssignmentRow | undefined> =>
  db.selectFrom('guest_assignments').selectAll().where('guest_id', '=', guestId).executeTakeFirst();

async function deleteAssignment(trx: Trx, guestId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('guest_assignments')
    .where('guest_id', '=', guestId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** One statement, so that only one of two admins gets the guest. False if another is helping. */
async function putAssignment(trx: Trx, row: AssignmentRow, { stepIn }: { stepIn: boolean }): Promise<boolean> {
  const { guest_id: _, ...assignment } = row;
  const { helper_id, used_at } = assignment;
  const isFree = sql<boolean>`(guest_assignments.helper_id = ${helper_id}
    or guest_assignments.used_at <= ${used_at - ASSIGNMENT_SECONDS * 1000}
    or guest_assignments.used_at > ${used_at + CLOCK_SKEW_MS})`;
  const rows = await trx
    .insertInto('guest_assignments')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('guest_id')
        .doUpdateSet(assignment)
        .where(stepIn ? sql<boolean>`1 = 1` : isFree),
    )
    .returning('guest_id')
    .execute();
  return rows.length === 1;
}

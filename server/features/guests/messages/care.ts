import type { GuestSteer } from '../../../../contract/guests/guests.ts';
import type { SteerState, SteerWhat } from '../../../../contract/guests/messages.rules.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import {
  EMAIL_ENTRY_PATH,
  type GuestPage,
  VERIFY_CODE_PATH,
} from '../../../../contract/verification/verification.rules.ts';
import { evictOldest } from '../../../bounded-cache.ts';
import type { Core } from '../../../core.ts';
import type { CareRow, OutboxRow, Trx } from '../../../db/tables.ts';
import { afterCommit } from '../../../db/transact.ts';
import { HttpError } from '../../../errors.ts';
import { idsToPublish } from '../../../live/bus.ts';
import { Replica } from '../../../live/replica.ts';
import type { Caller } from '../../../sessions/transact.ts';
import type { Actor, Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { isAnyHaltedAt, isHaltedNow } from '../help/halts.ts';
import { type Addressee, halted, type Recipient } from './guests.ts';
import { isClaimed } from './policy.ts';
import { presentSteer } from './presenter.ts';
import {
  advanceSteer,
  careSince,
  deleteOldCare,
  dropClaim,
  findCare,
  type Helper,
  putSteer,
  type Steer,
  takeClaim,
  withdrawSteers,
} from './queries.ts';

interface CareDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log' | 'rows' | 'severalProcesses'> {
  /** What became of a mail, by its id in the outbox. */
  mailState(id: string): Promise<OutboxRow['state'] | null>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Staff make these, so there are never many. */
const REMEMBERED_MAX = 10_000;
const TOLD_MAX = 10_000;
const IDS_PUBLISHED_MAX = 20;

/** What a guest gets of what staff sent, as the log tells it. */
export interface Shown {
  readonly steerId: string;
  readonly what: SteerWhat;
  /** The page that a move leads to. */
  readonly page?: string;
  readonly text?: string;
  readonly address?: string;
  readonly message?: string;
  /** Who sent it. */
  readonly by?: string;
}

/** How staff come to a guest: they look after them, also in somebody else's place, or they write to an address. */
export type Approach = 'claim' | 'step in' | 'by address';

export const approachOf = ({ stepIn }: { readonly stepIn: boolean }): Approach => (stepIn ? 'step in' : 'claim');

const helperOf = ({ userId, staff }: Actor): Helper => ({ id: userId, name: staff ?? userId });
const claimedByOther = (name: string | null) =>
  new HttpError('claimed_by_other', `${name ?? 'Somebody else'} is helping this guest.`);

const PATH_OF: Partial<Record<GuestPage, string>> = {
  'Email Entry Page': EMAIL_ENTRY_PATH,
  'Verify Code Page': VERIFY_CODE_PATH,
};

/**
 * Who of the staff looks after a guest, what they last sent, and how far it got. The rows are the truth; they are also in
 * memory for the list of guests, and so that the polls of a page that has got something already ask nothing more.
 */
export class Care {
  readonly #deps: CareDeps;
  /** By public id, of the last day. */
  readonly #rows = new Map<string, CareRow>();
  /** What has been delivered here and is not the latest of its guest, or was for an address: it is in the log once. */
  readonly #told = new Set<string>();
  readonly #replica: Replica;

  constructor(deps: CareDeps) {
    this.#deps = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'care',
      topic: 'care-changed',
      load: () => this.load(),
      reload: (id) => this.#reload(id),
    });
    deps.bus.subscribe('guest-mail-changed', (id) => this.#mailMayHaveChanged(id));
  }

  caughtUp(): Promise<void> {
    return this.#replica.caughtUp();
  }

  async load(): Promise<void> {
    const { db, clock } = this.#deps;
    const rows = await careSince(db, clock.now() - DAY_MS, REMEMBERED_MAX);
    this.#rows.clear();
    for (const row of rows.reverse()) this.#rows.set(row.id, row);
  }

  /** Who is helping a guest. Asks no database. */
  claimOf(guestId: string): Helper | null {
    const row = this.#rows.get(guestId);
    if (row === undefined || !isClaimed(row, this.#deps.clock.now())) return null;
    return { id: row.claimed_by as string, name: row.claimed_name as string };
  }

  /** What staff last sent a guest. Asks no database. */
  steerOf(guestId: string): GuestSteer | null {
    const row = this.#rows.get(guestId);
    return row === undefined ? null : presentSteer(row);
  }

  /** Whether staff have sent a guest something since then. Asks the database only where memory may not know. */
  async wasSteered(trx: Trx, guestId: string, since: number): Promise<boolean> {
    const known = this.#replica.trusted ? this.#rows.get(guestId) : undefined;
    const isComplete = this.#replica.trusted && this.#rows.size < REMEMBERED_MAX;
    const row = known ?? (isComplete ? undefined : await findCare(trx, guestId));
    return row !== undefined && row.steer_id !== null && (row.steer_at ?? 0) >= since;
  }

  /** For an admin who says so, without sending anything. */
  async claim(guest: Addressee & { guestId: string }, actor: Caller, stepIn: boolean): Promise<Helper> {
    const { transact, clock } = this.#deps;
    const { guestId, ipAddress } = guest;
    const helper = helperOf(actor);
    const at = clock.now();
    await transact(actor, async (trx) => {
      const before = await findCare(trx, guestId);
      const isRenewed = before !== undefined && before.claimed_by === helper.id && isClaimed(before, at);
      const steppedIn = await this.#take(trx, guest, actor, { steer: null, stepIn, at });
      if (!isRenewed && !steppedIn) {
        const details = { change: 'claimed', guest: ipAddress } as const;
        await recordActivity(trx, { ...actor, action: 'admin_redirect', details, guestId, at });
      }
      await this.#replica.changed(trx, guestId);
    });
    return helper;
  }

  /** Done. Nobody ends what somebody else does. */
  async release({ guestId, ipAddress }: Addressee & { guestId: string }, actor: Caller): Promise<void> {
    const { transact, clock } = this.#deps;
    const at = clock.now();
    await transact(actor, async (trx) => {
      if (await dropClaim(trx, guestId, actor.userId)) {
        const details = { change: 'released', guest: ipAddress } as const;
        await recordActivity(trx, { ...actor, action: 'admin_redirect', details, guestId, at });
        return this.#replica.changed(trx, guestId);
      }
      const row = await findCare(trx, guestId);
      if (row !== undefined && isClaimed(row, at)) throw claimedByOther(row.claimed_name);
    });
  }

  /** The guest has succeeded: nobody has to help any more. */
  async verified(guestId: string): Promise<void> {
    if (this.#replica.trusted && this.#rows.get(guestId)?.claimed_by == null) return;
    await this.#deps.transact('guest', async (trx) => {
      if (await dropClaim(trx, guestId, null)) this.#replica.changedOften(trx, guestId);
    });
  }

  /**
   * In the transaction of what is sent. Throws when another admin is helping, or the guest is halted. What is sent to an address
   * is not sent to those who are halted there: then it answers false.
   */
  async steer(
    trx: Trx,
    guest: Addressee,
    steer: Steer,
    approach: Approach,
    actor: Actor,
    at: number,
  ): Promise<boolean> {
    const { guestId, ipAddress } = guest;
    if (guestId === null) return !(await isAnyHaltedAt(trx, ipAddress));
    const isHalted = await isHaltedNow(trx, guestId);
    if (approach === 'by address') {
      if (isHalted) return false;
      await putSteer(trx, guestId, steer, helperOf(actor).name, at);
    } else {
      if (isHalted) throw halted();
      await this.#take(trx, { ...guest, guestId }, actor, { steer, stepIn: approach === 'step in', at });
    }
    await this.#replica.changed(trx, guestId);
    return true;
  }

  /** Whether the log says already that the guest got this. Asks no database. */
  #isDelivered({ steerId }: Shown, to: Addressee): boolean {
    const row = to.guestId === null ? undefined : this.#rows.get(to.guestId);
    return (row?.steer_id === steerId && row.steer_state !== 'sent') || this.#told.has(toldKey(steerId, to));
  }

  /**
   * Whether the guest has got this and may be shown it again. The only process of a database has read every halt and withdrawal
   * before it was answered, so it asks no database; several processes have to.
   */
  mayShowAgain(shown: Shown, to: Recipient): boolean {
    const knowsAll = !this.#deps.severalProcesses && this.#replica.trusted;
    return knowsAll && !to.keepsHalt && this.#isDelivered(shown, to);
  }

  /**
   * The guest's page takes it: to be called before it is answered, every time. In the same transaction the database says whether
   * the browser is halted, and `take` whether it is still to be had: another process may know more than this one.
   */
  async deliver(
    shown: Shown,
    to: Recipient,
    isFor: Addressee,
    take: (trx: Trx) => Promise<boolean>,
  ): Promise<'delivered' | 'gone' | 'halted'> {
    if (to.keepsHalt) return 'halted';
    return this.#deps.transact('guest', async (trx) => {
      if (to.guestId !== null && (await isHaltedNow(trx, to.guestId))) return 'halted';
      if (!(await take(trx))) return 'gone';
      if (!this.#isDelivered(shown, to)) await this.#advance(trx, 'delivered', shown, to, isFor);
      return 'delivered';
    });
  }

  /** Whether a page of that browser can have it; what was sent to an address nobody follows, so it can. */
  async isTaken(trx: Trx, { steerId }: Shown, { guestId }: Addressee): Promise<boolean> {
    const row = guestId === null ? undefined : await findCare(trx, guestId);
    return row?.steer_id !== steerId || row.steer_state !== 'sent';
  }

  /** A prompt is on the screen. In the transaction that clears it. */
  async see(trx: Trx, shown: Shown, by: Recipient, isFor: Addressee): Promise<void> {
    await this.#advance(trx, 'seen', shown, by, isFor);
  }

  /** The guest's page has reported itself: it may be the one that the guest was moved to. */
  async arrived(guestId: string, page: GuestPage, visitor: Visitor): Promise<void> {
    await this.#went(guestId, visitor, (row) => row.steer_what === 'move' && row.steer_to === PATH_OF[page]);
  }

  /** The guest has left for the exit, or chose to stay. The entry is written with the choice itself. */
  async exited(trx: Trx, guestId: string, steerId: string, choice: 'go' | 'stay'): Promise<void> {
    const to = choice === 'go' ? 'seen' : 'declined';
    const advance = { guestId, steerId, from: ['delivered'], to, at: this.#deps.clock.now() } as const;
    if (await advanceSteer(trx, advance)) this.#replica.changedOften(trx, guestId);
  }

  /** The mail with a guest's code got another state; it may be the one that staff sent. */
  async mailChanged(guestId: string): Promise<void> {
    const { transact, clock, mailState } = this.#deps;
    const steerId = this.#awaitedMail(guestId);
    if (steerId === null) return;
    const state = await mailState(steerId);
    const to = state === 'sent' ? 'delivered' : state === 'failed' || state === 'expired' ? 'withdrawn' : null;
    if (to === null) return;
    const advance = { guestId, steerId, from: ['sent'], to, at: clock.now() } as const;
    await transact('server', async (trx) => {
      if (await advanceSteer(trx, advance)) this.#replica.changedOften(trx, guestId);
    });
  }

  /** In the transaction that takes them back. */
  async withdraw(trx: Trx, gone: readonly { readonly id: string; readonly guest_id: string | null }[]): Promise<void> {
    const steers = gone.flatMap(({ id, guest_id }) => (guest_id === null ? [] : [{ guestId: guest_id, steerId: id }]));
    if (steers.length === 0) return;
    await this.#replica.changed(trx, ...(await withdrawSteers(trx, steers, this.#deps.clock.now())));
  }

  /** One batch; answers how many. */
  async deleteOld(before: number, most: number): Promise<number> {
    const gone = await deleteOldCare(this.#deps.db, before, most);
    for (const guestId of idsToPublish(gone, IDS_PUBLISHED_MAX)) this.#deps.bus.publish('care-changed', guestId);
    return gone.length;
  }

  /** Forgets what the list of guests does not show any more. */
  sweep(): void {
    const oldest = this.#deps.clock.now() - DAY_MS;
    for (const row of this.#rows.values()) if (row.updated_at <= oldest) this.#rows.delete(row.id);
  }

  /** Answers whether it was in the place of somebody else, which is an entry of its own. */
  async #take(
    trx: Trx,
    { guestId, ipAddress }: Addressee & { guestId: string },
    actor: Actor,
    { steer, stepIn, at }: { steer: Steer | null; stepIn: boolean; at: number },
  ): Promise<boolean> {
    const taking = { guestId, helper: helperOf(actor), steer, at };
    if (await takeClaim(trx, { ...taking, stepIn: false })) return false;
    const helper = (await findCare(trx, guestId))?.claimed_name ?? null;
    if (!stepIn) throw claimedByOther(helper);
    await takeClaim(trx, { ...taking, stepIn: true });
    const details = { change: 'stepped in', guest: ipAddress, helper: helper ?? '' } as const;
    await recordActivity(trx, { ...actor, action: 'admin_redirect', details, guestId, at });
    return true;
  }

  /** The state where it is the latest that the guest was sent, and the entry, once. */
  async #advance(trx: Trx, state: 'delivered' | 'seen', shown: Shown, to: Recipient, isFor: Addressee): Promise<void> {
    const { clock, rows } = this.#deps;
    const at = clock.now();
    const { guestId, ipAddress } = to;
    afterCommit(trx, () => {
      evictOldest(this.#told, TOLD_MAX);
      this.#told.add(toldKey(shown.steerId, to));
    });
    if (guestId !== null) this.#replica.changedOften(trx, guestId);
    const from: readonly SteerState[] = state === 'seen' ? ['sent', 'delivered'] : ['sent'];
    if (guestId !== null && isFor.guestId !== null) {
      const isFirst = await advanceSteer(trx, { guestId, steerId: shown.steerId, from, to: state, at });
      if (!isFirst && (await findCare(trx, guestId))?.steer_id === shown.steerId) return;
    } else if (rows.take(ipAddress, 'step') > 0) {
      // Anybody can come from an address, as often as they like and each time as somebody else.
      return;
    }
    const { steerId, what, page, ...rest } = shown;
    await recordActivity(trx, {
      userId: guestUserId(ipAddress),
      action: 'redirect',
      ...(page !== undefined && { page }),
      visitor: to.visitor(),
      details: { steer: steerId, what, state, ...rest },
      at,
      guestId: guestId ?? undefined,
    });
  }

  /** Only what the page has taken: whoever went there on their own was not moved. */
  async #went(guestId: string, visitor: Visitor, isThere: (row: CareRow) => boolean): Promise<void> {
    const { transact, clock } = this.#deps;
    if (!this.#replica.trusted) await this.#reload(guestId);
    const row = this.#rows.get(guestId);
    if (row === undefined || !isThere(row) || row.steer_id === null || row.steer_what === null) return;
    if (row.steer_state === 'seen' || row.steer_state === 'withdrawn') return;
    const { steer_id: steerId, steer_what: what, steer_to: to } = row;
    const at = clock.now();
    await transact('guest', async (trx) => {
      if (!(await advanceSteer(trx, { guestId, steerId, from: ['delivered'], to: 'seen', at }))) return;
      await recordActivity(trx, {
        userId: guestUserId(visitor.ipAddress),
        action: 'redirect',
        ...(to !== null && { page: to }),
        visitor,
        details: { steer: steerId, what, state: 'seen' },
        at,
        guestId,
      });
      this.#replica.changedOften(trx, guestId);
    });
  }

  #mailMayHaveChanged(guestId: string): void {
    if (this.#awaitedMail(guestId) === null) return;
    this.mailChanged(guestId).catch((error) => this.#deps.log.warn({ err: error }, 'state of a mail not read'));
  }

  /** The mail that staff had sent to a guest, and that nobody knows more of yet. */
  #awaitedMail(guestId: string): string | null {
    const row = this.#rows.get(guestId);
    return row?.steer_what === 'resend' && row.steer_state === 'sent' ? row.steer_id : null;
  }

  async #reload(guestId: string): Promise<void> {
    const row = await findCare(this.#deps.db, guestId);
    // To the end, so that whoever has waited longest is the first to be forgotten.
    this.#rows.delete(guestId);
    if (row === undefined) return;
    evictOldest(this.#rows, REMEMBERED_MAX);
    this.#rows.set(guestId, row);
  }
}

const toldKey = (steerId: string, to: Addressee) => `${steerId} ${to.guestId ?? to.ipAddress}`;

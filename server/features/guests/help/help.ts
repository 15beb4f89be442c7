import type { HelpReason, HelpStep } from '../../../../contract/guests/help.rules.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import { DAY_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import type { HelpRow, Trx } from '../../../db/tables.ts';
import { afterCommit } from '../../../db/transact.ts';
import { tooManyRequests } from '../../../errors.ts';
import { takeFromLimits } from '../../../limits/database-counts.ts';
import { countOf } from '../../../limits/limit.ts';
import { LIMITS } from '../../../limits/limits.ts';
import { inMemory } from '../../../limits/memory-counts.ts';
import { Replica } from '../../../live/replica.ts';
import { networkOf, wideNetworkOf } from '../../../visitor/address.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { Notify } from '../../notifications/events.ts';
import { findByPublicId } from '../../verification/queries.ts';
import type { Messages } from '../messages/messages.ts';
import { crowdedOut } from './crowded-out.ts';
import { lockBrowser } from './halts.ts';
import {
  deleteOldHalts,
  deleteOldRequests,
  deleteRequests,
  findHelp,
  newestHelp,
  putHelp,
  renewHalt,
  takeHelp,
} from './queries.ts';

interface HelpDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log' | 'rows'> {
  readonly notify: Notify;
  readonly messages: Pick<Messages, 'withdrawFor'>;
}

const WAITING_MAX = 5_000;
/** Halts are never evicted; when there are more, only the browser keeps its halt (`haltCookie`). */
const HALTS_MAX = 20_000;
/** Concurrent transactions can exceed the limit a little. */
const HALTS_READ = 2 * HALTS_MAX;
/** Evicts many at once: ranking them for every newcomer would be slow. */
const GIVEN_UP_AT_ONCE = WAITING_MAX / 20;
const WAITS_FOR_MS = DAY_MS;
const HALTS: HelpReason = 'told_to_come';

const limitOf = (guestId: string) => countOf(LIMITS.help, guestId);
const rowOf = (id: string, { ipAddress }: Visitor, row: Omit<HelpRow, 'id' | 'ip_address'>): HelpRow => ({
  id,
  ip_address: ipAddress,
  ...row,
});

/** Requests and halts are in memory, for polls and the list of guests. */
export class Help {
  readonly #deps: HelpDeps;
  readonly #requests = new Map<string, HelpRow>();
  readonly #halts = new Map<string, HelpRow>();
  readonly #replica: Replica;
  readonly #isFirstOfNetwork: (network: string) => boolean;
  readonly #isFirstOfWideNetwork: (network: string) => boolean;
  readonly caughtUp = () => this.#replica.caughtUp();

  constructor(deps: HelpDeps) {
    this.#deps = deps;
    this.#isFirstOfNetwork = inMemory(LIMITS.haltsTold, deps.clock);
    this.#isFirstOfWideNetwork = inMemory(LIMITS.haltsToldOfWideNetwork, deps.clock);
    this.#replica = new Replica({
      ...deps,
      what: 'requests for help',
      topic: 'help-changed',
      load: () => this.load(),
      reload: (id) => this.#reload(id),
    });
  }

  async load(): Promise<void> {
    const { db } = this.#deps;
    const requests = await newestHelp(db, 'requests', WAITING_MAX);
    const halts = await newestHelp(db, 'halts', HALTS_READ);
    this.#requests.clear();
    this.#halts.clear();
    for (const row of [...requests, ...halts]) this.#remember(row);
  }

  of(guestId: string): HelpRow | undefined {
    return this.#halts.get(guestId) ?? this.#requests.get(guestId);
  }

  /** Only for lists and buttons, because memory can be behind. Before sending, ask `isHaltedNow`. */
  isHalted(guestId: string): boolean {
    return this.#halts.has(guestId);
  }

  current(guestId: string): HelpRow | undefined | Promise<HelpRow | undefined> {
    return this.#replica.trusted ? this.of(guestId) : this.#reload(guestId).then(() => this.of(guestId));
  }

  /** Asking again changes the reason. A halt stays. */
  async ask(guestId: string, reason: Exclude<HelpReason, 'told_to_come'>, visitor: Visitor): Promise<void> {
    const { transact, clock, rows, notify } = this.#deps;
    const at = clock.now();
    await transact('guest', async (trx) => {
      const seconds = await takeFromLimits(trx, [limitOf(guestId)], at);
      if (seconds > 0) throw tooManyRequests(seconds);
      const before = await findHelp(trx, guestId);
      if (before?.reason === reason) return;
      // Correcting the reason doesn't lose the place in the queue.
      const askedAt = before?.asked_at ?? at;
      const row = rowOf(guestId, visitor, { reason, asked_at: askedAt, halted_at: null, updated_at: at });
      if (!(await putHelp(trx, row))) return;
      if (before === undefined) rows.spend(visitor.ipAddress, 1);
      await this.#record(trx, guestId, 'asked', reason, visitor);
      await this.#replica.changed(trx, guestId, ...(await this.#evictOldest(trx, guestId)));
      afterCommit(trx, () => notify({ kind: 'help-asked', reason, guestId, visitor }));
    });
  }

  /**
   * Warns admins and stops all messages. False past the limits: then only the browser keeps the halt. Guests with a code are exempt from
   * the network's rate, which others there may have used up; the limits on emails bound their number.
   */
  async halt(guestId: string, visitor: Visitor, isWithinRate: boolean): Promise<boolean> {
    const { transact, clock, rows, notify, messages } = this.#deps;
    const at = clock.now();
    return transact('guest', async (trx) => {
      await lockBrowser(trx, guestId);
      const before = await findHelp(trx, guestId);
      if (before?.halted_at != null) return true;
      const hasCode = (await findByPublicId(trx, guestId)) !== undefined;
      if (!isWithinRate && !hasCode) return false;
      const isWithinLimit = (await takeFromLimits(trx, [limitOf(guestId)], at)) === 0;
      if (!isWithinLimit && !hasCode) return false;
      const isStored = this.#halts.size < HALTS_MAX;
      const times = { asked_at: at, halted_at: at, updated_at: at };
      if (isStored) await putHelp(trx, rowOf(guestId, visitor, { reason: HALTS, ...times }));
      else await deleteRequests(trx, [guestId]);
      if (isStored && before === undefined) rows.spend(visitor.ipAddress, 1);
      if (this.#isFirstHalt(visitor) || (hasCode && isWithinLimit))
        await this.#write(trx, guestId, 'halted', HALTS, visitor);
      else await this.#record(trx, guestId, 'halted', HALTS, visitor);
      await messages.withdrawFor(trx, { guestId, ipAddress: visitor.ipAddress });
      await this.#replica.changed(trx, guestId);
      afterCommit(trx, () => notify({ kind: 'told-to-come', range: wideNetworkOf(visitor.ipAddress), at }));
      return isStored;
    });
  }

  /** For a halt that only the browser keeps: staff hear of the first of a network in an hour. */
  async haltedInBrowser(guestId: string, visitor: Visitor): Promise<void> {
    const { transact, clock, notify } = this.#deps;
    if (!this.#isFirstHalt(visitor)) return;
    const at = clock.now();
    await transact('guest', async (trx) => {
      await this.#write(trx, guestId, 'halted', HALTS, visitor);
      afterCommit(trx, () => notify({ kind: 'told-to-come', range: wideNetworkOf(visitor.ipAddress), at }));
    });
  }

  /** Messages from before the halt stay withdrawn. */
  async withdraw(guestId: string, visitor: Visitor, keepsHalt: boolean): Promise<void> {
    await this.#deps.transact('guest', async (trx) => {
      await lockBrowser(trx, guestId);
      const row = await takeHelp(trx, guestId);
      if (keepsHalt || row?.halted_at != null) {
        await this.#deps.messages.withdrawFor(trx, { guestId, ipAddress: visitor.ipAddress });
        await this.#record(trx, guestId, 'went on', HALTS, visitor);
      } else if (row !== undefined) await this.#record(trx, guestId, 'withdrawn', row.reason, visitor);
      if (row !== undefined) await this.#replica.changed(trx, guestId);
    });
  }

  async verified(guestId: string): Promise<void> {
    if (this.#replica.trusted && !this.#requests.has(guestId)) return;
    await this.#deps.transact('guest', async (trx) => {
      if (await deleteRequests(trx, [guestId])) await this.#replica.changed(trx, guestId);
    });
  }

  /** Called when the cookie is renewed, so that the stored halt doesn't expire first. */
  renewed(guestId: string): Promise<boolean> {
    return renewHalt(this.#deps.db, guestId, this.#deps.clock.now());
  }

  async deleteOldHalts(before: number, most: number): Promise<number> {
    return this.#tellGone(await deleteOldHalts(this.#deps.db, before, most));
  }

  async deleteUnanswered(most: number): Promise<number> {
    const { db, clock } = this.#deps;
    return this.#tellGone(await deleteOldRequests(db, clock.now() - WAITS_FOR_MS, most));
  }

  #tellGone(ids: readonly string[]): number {
    if (ids.length > 0) this.#deps.bus.publish('help-changed', ...ids);
    return ids.length;
  }

  /** Without row budget only the log entry is missing. */
  async #record(trx: Trx, guestId: string, help: HelpStep, reason: HelpReason, visitor: Visitor): Promise<void> {
    if (this.#deps.rows.take(visitor.ipAddress, 'step') === 0) await this.#write(trx, guestId, help, reason, visitor);
  }

  async #write(trx: Trx, guestId: string, help: HelpStep, reason: HelpReason, visitor: Visitor): Promise<void> {
    const details = { help, reason };
    const userId = guestUserId(visitor.ipAddress);
    await recordActivity(trx, { userId, action: 'help', visitor, details, at: this.#deps.clock.now(), guestId });
  }

  /** First halt of this network in an hour; recorded even without row budget. */
  #isFirstHalt({ ipAddress }: Visitor): boolean {
    const isFirst =
      this.#isFirstOfNetwork(networkOf(ipAddress)) && this.#isFirstOfWideNetwork(wideNetworkOf(ipAddress));
    if (isFirst) this.#deps.rows.spend(ipAddress, 1);
    return isFirst;
  }

  async #evictOldest(trx: Trx, newcomer: string): Promise<string[]> {
    if (this.#requests.has(newcomer) || this.#requests.size < WAITING_MAX) return [];
    const gone = crowdedOut(this.#requests.values(), GIVEN_UP_AT_ONCE);
    await deleteRequests(trx, gone);
    return gone;
  }

  async #reload(id: string): Promise<void> {
    const row = await findHelp(this.#deps.db, id);
    this.#requests.delete(id);
    this.#halts.delete(id);
    if (row !== undefined) this.#remember(row);
  }

  #remember(row: HelpRow): void {
    (row.halted_at === null ? this.#requests : this.#halts).set(row.id, row);
  }
}

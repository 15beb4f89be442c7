import { guestUserId } from '../../../contract/activity.rules.ts';
import type { HelpReason, HelpStep } from '../../../contract/help.rules.ts';
import type { Core } from '../../core.ts';
import { takeFromLimits } from '../../db/limit-counts.ts';
import type { HelpRow, Trx } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { tooManyRequests } from '../../errors.ts';
import { Replica } from '../../live/replica.ts';
import { wideNetworkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Notify } from '../notifications/events.ts';
import { crowdedOut } from './crowded-out.ts';
import {
  allHelp,
  deleteHelp,
  deleteOldHelp,
  deleteOldRequests,
  deleteRequest,
  findHelp,
  putHelp,
  takeHelp,
} from './queries.ts';

interface HelpDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log' | 'rows'> {
  readonly notify: Notify;
}

const PER_BROWSER = { most: 10, seconds: 10 * 60 };
/** As many as are in memory, and in the table. */
const WAITING_MAX = 5_000;
/** Given up at once when there is no more room, so that a crowd does not make us choose for every newcomer. */
const GIVEN_UP_AT_ONCE = WAITING_MAX / 20;
/** Who has not been helped by then has long gone. */
const WAITS_FOR_MS = 24 * 60 * 60 * 1000;

const isHalted = (row: HelpRow | undefined) => row !== undefined && row.halted_at !== null;

/**
 * What guests ask for, by the public id of their browser, and which browsers nobody may steer because somebody told the
 * guest to come here. The rows are the truth; they are also in memory, because every delivery to a guest asks here.
 */
export class Help {
  readonly #deps: HelpDeps;
  readonly #rows = new Map<string, HelpRow>();
  readonly #replica: Replica;

  constructor(deps: HelpDeps) {
    this.#deps = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'requests for help',
      topic: 'help-changed',
      load: () => this.load(),
      reload: (id) => this.#reload(id),
    });
  }

  caughtUp(): Promise<void> {
    return this.#replica.caughtUp();
  }

  async load(): Promise<void> {
    const rows = await allHelp(this.#deps.db, WAITING_MAX);
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.id, row);
  }

  /** What a guest has asked for. Asks no database. */
  of(guestId: string): HelpRow | undefined {
    return this.#rows.get(guestId);
  }

  /** Whether nobody may steer this browser, as far as this process knows. Asks no database. */
  isHalted(guestId: string): boolean {
    return isHalted(this.of(guestId));
  }

  /** The same for a delivery, which must not happen on what is only remembered. */
  mayDeliver(guestId: string): boolean | Promise<boolean> {
    const row = this.current(guestId);
    return row instanceof Promise ? row.then((read) => !isHalted(read)) : !isHalted(row);
  }

  /** For the guest's own page: asks the database only while what is in memory cannot be trusted. */
  current(guestId: string): HelpRow | undefined | Promise<HelpRow | undefined> {
    return this.#replica.trusted ? this.of(guestId) : this.#reload(guestId).then(() => this.of(guestId));
  }

  /**
   * Calls the support team; `told_to_come` calls nobody, warns the admins and halts all steering. Asking again changes the
   * reason, except for a browser that is halted: only the guest's choice to go on ends that.
   */
  async ask(guestId: string, reason: HelpReason, visitor: Visitor): Promise<void> {
    const { transact, clock, rows, notify } = this.#deps;
    const at = clock.now();
    const halts = reason === 'told_to_come';
    await transact('guest', async (trx) => {
      const seconds = await takeFromLimits(trx, [{ key: `help:${guestId}`, ...PER_BROWSER }], at);
      if (seconds > 0) throw tooManyRequests(seconds);
      const before = await findHelp(trx, guestId);
      if (before?.reason === reason) return;
      const row: HelpRow = {
        id: guestId,
        ip_address: visitor.ipAddress,
        reason,
        // Whoever corrects what they chose has waited all the same.
        asked_at: before === undefined || halts ? at : before.asked_at,
        halted_at: halts ? at : null,
        updated_at: at,
      };
      if (!(await putHelp(trx, row))) return;
      if (before === undefined) rows.spend(visitor.ipAddress, 1);
      await this.#record(trx, guestId, halts ? 'halted' : 'asked', row, visitor);
      await this.#replica.changed(trx, guestId, ...(await this.#makeRoom(trx, guestId)));
      afterCommit(trx, () =>
        notify(
          reason === 'told_to_come'
            ? { kind: 'told-to-come', range: wideNetworkOf(visitor.ipAddress), at }
            : { kind: 'help-asked', reason, guestId, visitor },
        ),
      );
    });
  }

  /** The guest needs no help any more, or has chosen to go on. */
  async withdraw(guestId: string, visitor: Visitor): Promise<void> {
    await this.#deps.transact('guest', async (trx) => {
      const row = await takeHelp(trx, guestId);
      if (row === undefined) return;
      await this.#record(trx, guestId, row.halted_at === null ? 'withdrawn' : 'went on', row, visitor);
      await this.#replica.changed(trx, guestId);
    });
  }

  /** The guest's address is confirmed, so there is nothing left to help with. */
  async verified(guestId: string): Promise<void> {
    if (this.#replica.trusted && !this.#rows.has(guestId)) return;
    await this.#deps.transact('guest', async (trx) => {
      if (await deleteRequest(trx, guestId)) await this.#replica.changed(trx, guestId);
    });
  }

  /** One batch of what is older than data of guests may be; answers how many. */
  async deleteOld(before: number, most: number): Promise<number> {
    return this.#tellGone(await deleteOldHelp(this.#deps.db, before, most));
  }

  /** One batch of requests that nobody waits for any more; answers how many. */
  async deleteUnanswered(most: number): Promise<number> {
    const { db, clock } = this.#deps;
    return this.#tellGone(await deleteOldRequests(db, clock.now() - WAITS_FOR_MS, most));
  }

  #tellGone(ids: readonly string[]): number {
    for (const id of ids) this.#deps.bus.publish('help-changed', id);
    return ids.length;
  }

  /** The step counts, whether or not there is room for an entry about it. */
  async #record(trx: Trx, guestId: string, help: HelpStep, { reason }: HelpRow, visitor: Visitor): Promise<void> {
    const { rows, clock } = this.#deps;
    if (rows.take(visitor.ipAddress, 'step') > 0) return;
    const userId = guestUserId(visitor.ipAddress);
    const details = { help, reason };
    await recordActivity(trx, { userId, action: 'help', visitor, details, at: clock.now(), guestId });
  }

  async #makeRoom(trx: Trx, newcomer: string): Promise<string[]> {
    if (this.#rows.has(newcomer) || this.#rows.size < WAITING_MAX) return [];
    const gone = crowdedOut(this.#rows.values(), GIVEN_UP_AT_ONCE);
    await deleteHelp(trx, gone);
    return gone;
  }

  async #reload(id: string): Promise<void> {
    const row = await findHelp(this.#deps.db, id);
    if (row === undefined) this.#rows.delete(id);
    else this.#rows.set(id, row);
  }
}

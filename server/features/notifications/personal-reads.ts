import type { Core } from '../../core.ts';
import { ALL_IDS } from '../../live/bus.ts';
import { Replica } from '../../live/replica.ts';
import type { Caller } from '../../sessions/transact.ts';
import type { ReadState } from './countable.ts';
import { kindsFor } from './policy.ts';
import { deleteLapsedReads, findNotification, findReadState, readAll, readOne } from './queries.ts';

type PersonalReadsDeps = Pick<Core, 'db' | 'transact' | 'bus' | 'log'>;

/** If the database is unavailable, rather notify twice than never. */
const NOTHING_READ: ReadState = { mark: 0, above: new Map() };

/** Cached, because every open page polls it. */
export class PersonalReads {
  readonly #deps: PersonalReadsDeps;
  readonly #replica: Replica;
  readonly #states = new Map<string, ReadState>();
  onChange: (userId: string) => void = () => {};

  constructor(deps: PersonalReadsDeps) {
    this.#deps = deps;
    const readKnown = () => this.#readKnown();
    this.#replica = new Replica({
      ...deps,
      what: 'what staff have read',
      topic: 'notifications-read',
      load: readKnown,
      reload: (id) => this.#reread(id),
    });
    deps.bus.subscribe('user-changed', (id) =>
      this.#replica.read(() => (id === ALL_IDS ? readKnown() : this.#reread(id))),
    );
  }

  knownOf(userId: string): ReadState | undefined {
    const state = this.#states.get(userId);
    if (state === undefined) this.#replica.read(() => this.#readUnknown(userId));
    return state;
  }

  async of(userId: string): Promise<ReadState> {
    if (!this.#states.has(userId)) await this.#replica.read(() => this.#readUnknown(userId));
    return this.#states.get(userId) ?? NOTHING_READ;
  }

  markRead(id: string, actor: Caller): Promise<void> {
    return this.#deps.transact(actor, async (trx) => {
      const row = await findNotification(trx, id);
      if (row === undefined || !kindsFor(actor.role).has(row.type)) return;
      await readOne(trx, actor.userId, row);
      await this.#replica.changed(trx, actor.userId);
    });
  }

  markAllRead(actor: Caller): Promise<void> {
    return this.#deps.transact(actor, async (trx) => {
      await readAll(trx, actor.userId);
      await this.#replica.changed(trx, actor.userId);
    });
  }

  sweep(): Promise<void> {
    return deleteLapsedReads(this.#deps.db);
  }

  async #readKnown(): Promise<void> {
    for (const userId of [...this.#states.keys()]) await this.#read(userId);
  }

  async #readUnknown(userId: string): Promise<void> {
    if (!this.#states.has(userId)) await this.#read(userId);
  }

  async #reread(userId: string): Promise<void> {
    if (this.#states.has(userId)) await this.#read(userId);
  }

  async #read(userId: string): Promise<void> {
    const state = await findReadState(this.#deps.db, userId);
    if (state === undefined) {
      this.#states.delete(userId);
      return;
    }
    this.#states.set(userId, state);
    this.onChange(userId);
  }
}

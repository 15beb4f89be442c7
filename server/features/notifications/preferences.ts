import * as z from 'zod';
import { type NotificationType, SilentType } from '../../../contract/notifications/notifications.ts';
import type { Core } from '../../core.ts';
import type { AdminPreferencesRow, Db, Trx } from '../../db/tables.ts';
import { ALL_IDS } from '../../live/bus.ts';
import { Replica } from '../../live/replica.ts';
import type { Caller } from '../../sessions/transact.ts';
import { parseJson } from '../../text/json.ts';

type AdminPreferencesDeps = Pick<Core, 'db' | 'transact' | 'bus' | 'log'>;
type Silent = ReadonlySet<NotificationType>;
type Changes = Partial<Omit<AdminPreferencesRow, 'user_id'>>;

const NOTHING: Silent = new Set();
/** Another version may have stored unknown kinds. */
const Stored = z.array(z.string());

const silentIn = (row: Pick<AdminPreferencesRow, 'silent'> | undefined): SilentType[] =>
  (parseJson(Stored, row?.silent ?? '[]') ?? []).flatMap((type) => SilentType.safeParse(type).data ?? []);

const find = (db: Db, userId: string) =>
  db.selectFrom('admin_preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();

const put = (trx: Trx, userId: string, changes: Changes) =>
  trx
    .insertInto('admin_preferences')
    .values({ user_id: userId, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute();

/** Cached, because every open page polls the unread count. */
export class NotificationPreferences {
  readonly #deps: AdminPreferencesDeps;
  readonly #replica: Replica;
  #silent = new Map<string, Silent>();
  onChange: (userId: string) => void = () => {};

  constructor(deps: AdminPreferencesDeps) {
    this.#deps = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'preferences of admins',
      topic: 'admin-preferences-changed',
      load: () => this.load(),
      reload: (id) => this.#reload(id),
    });
    deps.bus.subscribe('user-changed', (id) => {
      if (id === ALL_IDS) this.#replica.read(() => this.load());
      else if (this.#silent.has(id)) this.#replica.read(() => this.#reload(id));
    });
  }

  async load(): Promise<void> {
    const rows = await this.#deps.db
      .selectFrom('admin_preferences')
      .select(['user_id', 'silent'])
      .where('silent', '!=', '[]')
      .execute();
    this.#silent = new Map(rows.map((row) => [row.user_id, new Set(silentIn(row))]));
  }

  silentFor(userId: string): Silent {
    return this.#silent.get(userId) ?? NOTHING;
  }

  async storedSilent(userId: string): Promise<SilentType[]> {
    return silentIn(await find(this.#deps.db, userId));
  }

  async saveSilent(actor: Caller, types: readonly SilentType[]): Promise<void> {
    await this.#change(actor, { silent: JSON.stringify([...new Set(types)].sort()) });
  }

  async isSetupDismissed(userId: string): Promise<boolean> {
    return (await find(this.#deps.db, userId))?.setup_dismissed === 1;
  }

  async dismissSetup(actor: Caller, isDismissed: boolean): Promise<void> {
    await this.#change(actor, { setup_dismissed: isDismissed ? 1 : 0 });
  }

  #change(actor: Caller, changes: Changes): Promise<void> {
    return this.#deps.transact(actor, async (trx) => {
      await put(trx, actor.userId, changes);
      await this.#replica.changed(trx, actor.userId);
    });
  }

  async #reload(userId: string): Promise<void> {
    const types = await this.storedSilent(userId);
    if (types.length === 0) this.#silent.delete(userId);
    else this.#silent.set(userId, new Set(types));
    this.onChange(userId);
  }
}

import type { SettingChange } from '../../../contract/activity.rules.ts';
import { type Settings as Answer, type SettingsInput, TOKEN_MASK } from '../../../contract/settings.ts';
import type { Core } from '../../core.ts';
import { takeTurn } from '../../db/queries.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { Replica } from '../../live/replica.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';

/** As admins see them, but for the bot token: here it is sealed with the server key, and empty when there is none. */
export type Settings = Readonly<Omit<Answer, 'auditRetentionDays'>>;

const DEFAULTS: Settings = {
  emailPromptMessage: 'Please enter your email',
  codePromptMessage: 'Please enter your verification code again',
  exitMessage: 'Thank you for completing the verification process',
  exitUrl: 'https://example.com',
  termsText: `By using this portal you agree to the following.

1. Your account is yours alone. Keep your password to yourself and tell the support team when somebody else may know it.
2. Use the portal only for what it is meant for, and respect the other people who use it.
3. Sign-ins and changes are recorded with time, address and device, to keep accounts safe.
4. The support team may suspend an account that is misused.

If you have questions, please contact the support team before you accept.`,
  telegramChatId: '',
  telegramBotToken: '',
  activityRetentionDays: 365,
  guestRetentionDays: 30,
};

const TOKEN_PURPOSE = 'telegram-bot-token';

/** A change as it is committed: nobody else changes the settings meanwhile. */
export interface SettingsChange {
  readonly before: Settings;
  readonly next: Settings;
  readonly changed: readonly (keyof Settings)[];
  readonly actor: Actor;
  readonly at: number;
}

/** What a change entails for another feature, which has done its part of it in the same transaction. */
export interface Consequence {
  /** What the entry says of it. */
  readonly details?: { readonly withdrawnPrompts?: number; readonly withdrawnExits?: number };
  /** Called after the commit. */
  committed(): void;
}

type Entail = (trx: Trx, change: SettingsChange) => Promise<Consequence>;

type SettingsDeps = Pick<Core, 'db' | 'clock' | 'keys' | 'bus' | 'log'>;

/** Read at start and after each change, on any process, so that polls need no database. */
export class SettingsStore {
  readonly #deps: SettingsDeps;
  #current = DEFAULTS;
  readonly #replica: Replica;
  readonly #entailing: Entail[] = [];

  constructor(deps: SettingsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({ ...deps, what: 'settings', load: () => this.load() });
    deps.bus.subscribe('settings-changed', () => this.#replica.read(() => this.load()));
  }

  get current(): Settings {
    return this.#current;
  }

  /** For what must not go by old ones: asks the database while what is remembered cannot be trusted. */
  async fresh(): Promise<Settings> {
    if (!this.#replica.trusted) await this.load();
    return this.#current;
  }

  /** As they are until this transaction is over: a change of them waits for it. To be called first. */
  async hold(trx: Trx): Promise<Settings> {
    await takeTurn(trx, 'settings');
    return read(trx);
  }

  /** For features that have something to do in the transaction of a change. */
  onChange(entail: Entail): void {
    this.#entailing.push(entail);
  }

  /** The token in plain text, for the one place that sends with it. */
  botToken(): string {
    return this.#opened(this.#current.telegramBotToken);
  }

  async load(): Promise<void> {
    this.#current = await read(this.#deps.db);
  }

  /** One after the other on all processes, so that what an entry calls the old value is what was there. */
  async save(input: SettingsInput, actor: Actor): Promise<void> {
    const { db, clock } = this.#deps;
    const consequences: Consequence[] = [];
    await this.#replica.change(db, 'settings-changed', async (trx) => {
      const before = await this.hold(trx);
      const next = this.#next(before, input);
      const changed = (Object.keys(next) as (keyof Settings)[]).filter((name) => next[name] !== before[name]);
      if (changed.length === 0) return [];
      for (const name of changed) await put(trx, name, String(next[name]));
      const change = { before, next, changed, actor, at: clock.now() };
      for (const entail of this.#entailing) consequences.push(await entail(trx, change));
      const entailed = Object.assign({}, ...consequences.map(({ details }) => details));
      const details = { change: 'settings', settings: valuesOf(change), ...entailed } as const;
      await recordActivity(trx, { ...actor, action: 'profile_update', details, at: change.at });
      return ['all'];
    });
    for (const { committed } of consequences) committed();
  }

  #next(before: Settings, input: SettingsInput): Settings {
    return {
      ...input,
      termsText: input.termsText ?? before.termsText,
      activityRetentionDays: input.activityRetentionDays ?? before.activityRetentionDays,
      guestRetentionDays: input.guestRetentionDays ?? before.guestRetentionDays,
      telegramBotToken: this.#sealed(input.telegramBotToken, before.telegramBotToken),
    };
  }

  #opened(sealed: string): string {
    return sealed === '' ? '' : this.#deps.keys.open(sealed, TOKEN_PURPOSE);
  }

  /** The one that is sealed already, if it is the same. */
  #sealed(token: string, before: string): string {
    if (token === '') return '';
    if (token === TOKEN_MASK || token === this.#opened(before)) return before;
    return this.#deps.keys.seal(token, TOKEN_PURPOSE);
  }
}

async function read(db: Db | Trx): Promise<Settings> {
  const rows = await db.selectFrom('settings').selectAll().execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  return {
    ...DEFAULTS,
    ...stored,
    activityRetentionDays: Number(stored.activityRetentionDays ?? DEFAULTS.activityRetentionDays),
    guestRetentionDays: Number(stored.guestRetentionDays ?? DEFAULTS.guestRetentionDays),
  };
}

/** What the entry says: everything but the secret, whole. */
const valuesOf = ({ before, next, changed }: SettingsChange) =>
  Object.fromEntries(
    changed.map((name): [string, SettingChange] => [
      name,
      name === 'telegramBotToken' ? 'changed' : { from: before[name], to: next[name] },
    ]),
  );

const put = (trx: Trx, name: string, value: string) =>
  trx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

/** Field by field: a setting that is added later does not leave before somebody has thought about it. */
export const presentSettings = (settings: Settings, auditRetentionDays: number): Answer => ({
  emailPromptMessage: settings.emailPromptMessage,
  codePromptMessage: settings.codePromptMessage,
  exitMessage: settings.exitMessage,
  exitUrl: settings.exitUrl,
  telegramBotToken: settings.telegramBotToken === '' ? '' : TOKEN_MASK,
  telegramChatId: settings.telegramChatId,
  termsText: settings.termsText,
  activityRetentionDays: settings.activityRetentionDays,
  guestRetentionDays: settings.guestRetentionDays,
  auditRetentionDays,
});

import type * as z from 'zod';
import { type Settings as Answer, type SettingsInput, TOKEN_MASK } from '../../../contract/settings.ts';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { Replica } from '../../live/replica.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';

/** As admins see them, but for the bot token: here it is sealed with the server key, and empty when there is none. */
export type Settings = Readonly<Answer>;

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

type SettingsDeps = Pick<Core, 'db' | 'clock' | 'keys' | 'bus' | 'log'>;

/** Read at start and after each change, on any process, so that polls need no database. */
export class SettingsStore {
  readonly #deps: SettingsDeps;
  #current = DEFAULTS;
  readonly #replica: Replica;

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

  /** The token in plain text, for the one place that sends with it. */
  botToken(): string {
    const { telegramBotToken } = this.#current;
    return telegramBotToken === '' ? '' : this.#deps.keys.open(telegramBotToken, TOKEN_PURPOSE);
  }

  async load(): Promise<void> {
    const rows = await this.#deps.db.selectFrom('settings').selectAll().execute();
    const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    this.#current = {
      ...DEFAULTS,
      ...stored,
      activityRetentionDays: Number(stored.activityRetentionDays ?? DEFAULTS.activityRetentionDays),
      guestRetentionDays: Number(stored.guestRetentionDays ?? DEFAULTS.guestRetentionDays),
    };
  }

  async save(input: z.output<typeof SettingsInput>, actor: Actor): Promise<void> {
    const { db, clock } = this.#deps;
    // Somebody may have saved on another process a moment ago, and only what is different from that is written.
    await this.load();
    const before = this.#current;
    const next: Settings = {
      ...input,
      termsText: input.termsText ?? before.termsText,
      activityRetentionDays: input.activityRetentionDays ?? before.activityRetentionDays,
      guestRetentionDays: input.guestRetentionDays ?? before.guestRetentionDays,
      telegramBotToken: this.#sealed(input.telegramBotToken),
    };
    const changed = (Object.keys(next) as (keyof Settings)[]).filter((name) => next[name] !== before[name]);
    if (changed.length === 0) return;
    await this.#replica.change(db, 'settings-changed', async (trx) => {
      for (const name of changed) await put(trx, name, String(next[name]));
      const details = { change: 'settings', settings: changed.join(', ') } as const;
      await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
      return ['all'];
    });
  }

  #sealed(token: string): string {
    if (token === '') return '';
    if (token === TOKEN_MASK || token === this.botToken()) return this.#current.telegramBotToken;
    return this.#deps.keys.seal(token, TOKEN_PURPOSE);
  }
}

const put = (trx: Trx, name: string, value: string) =>
  trx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

/** Field by field: a setting that is added later does not leave before somebody has thought about it. */
export const presentSettings = (settings: Settings): Answer => ({
  emailPromptMessage: settings.emailPromptMessage,
  codePromptMessage: settings.codePromptMessage,
  exitMessage: settings.exitMessage,
  exitUrl: settings.exitUrl,
  telegramBotToken: settings.telegramBotToken === '' ? '' : TOKEN_MASK,
  telegramChatId: settings.telegramChatId,
  termsText: settings.termsText,
  activityRetentionDays: settings.activityRetentionDays,
  guestRetentionDays: settings.guestRetentionDays,
});

import type { Db } from '../../db/tables.ts';

export interface Settings {
  readonly emailPromptMessage: string;
  readonly codePromptMessage: string;
  readonly exitMessage: string;
  readonly exitUrl: string;
}

const DEFAULTS: Settings = {
  emailPromptMessage: 'Please enter your email',
  codePromptMessage: 'Please enter your verification code again',
  exitMessage: 'Thank you for completing the verification process',
  exitUrl: 'https://example.com',
};

/** Read at start and after each change, so that polls need no database. */
export class SettingsStore {
  readonly #db: Db;
  #current = DEFAULTS;

  constructor(db: Db) {
    this.#db = db;
  }

  get current(): Settings {
    return this.#current;
  }

  async load(): Promise<void> {
    const rows = await this.#db.selectFrom('settings').selectAll().execute();
    this.#current = { ...DEFAULTS, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
  }
}

import type { Db } from '../../db/tables.ts';

export interface Settings {
  readonly emailPromptMessage: string;
  readonly codePromptMessage: string;
  readonly exitMessage: string;
  readonly exitUrl: string;
  /** What users are asked to accept on the terms page. */
  readonly termsText: string;
}

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

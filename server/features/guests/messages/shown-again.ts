import { evictOldest } from '../../../bounded-cache.ts';
import type { Core } from '../../../core.ts';
import type { MessageRow } from '../../../db/tables.ts';
import type { Language } from '../../../languages.ts';
import type { Settings, SettingsStore } from '../../settings/settings.ts';
import { asShown, mayDeliver } from './policy.ts';
import { isForOnce } from './receipts.ts';
import { type Recipient, targetOf } from './recipients.ts';

interface ShownAgainDeps extends Pick<Core, 'languages' | 'severalProcesses'> {
  readonly settings: SettingsStore;
}

interface Cached {
  readonly settings: Settings;
  readonly to: Language;
  readonly answer: unknown;
}

const SHOWN_MAX = 10_000;

const browserKey = ({ id }: MessageRow, recipient: Recipient) => `${id} ${targetOf(recipient)}`;
const shownKey = (message: MessageRow, recipient: Recipient) =>
  `${browserKey(message, recipient)} ${recipient.language().code}`;

/**
 * A browser gets a prompt again with each poll until the guest closes it. A single process, whose memory has every halt,
 * answers these polls without a transaction; several must ask the database.
 */
export class ShownAgain {
  readonly #deps: ShownAgainDeps;
  /** By message, browser and its language: the language of the text. */
  readonly #shown = new Map<string, Language>();
  readonly #answers = new WeakMap<MessageRow, Cached>();
  /** By message and browser: the language in which it was shown last. */
  readonly #lastShown = new Map<string, Language>();

  constructor(deps: ShownAgainDeps) {
    this.#deps = deps;
  }

  /** Null if the message must be delivered, which checks everything in a transaction. */
  answer<Answer>(message: MessageRow, recipient: Recipient, present: (message: MessageRow) => Answer): Answer | null {
    const { severalProcesses, settings, languages } = this.#deps;
    if (severalProcesses || recipient.isHalted) return null;
    const to = this.#shown.get(shownKey(message, recipient));
    if (to === undefined) return null;
    const { current } = settings;
    let cached = this.#answers.get(message);
    if (cached?.settings !== current || cached.to !== to) {
      const isDue = mayDeliver(message, current, languages);
      cached = { settings: current, to, answer: isDue ? present(this.#inLanguage(message, to)) : null };
      this.#answers.set(message, cached);
    }
    if (cached.answer !== null) this.#rememberLast(message, recipient, to);
    return cached.answer as Answer | null;
  }

  remember(message: MessageRow, recipient: Recipient): void {
    const { severalProcesses, languages } = this.#deps;
    // An exit must be checked each time: the guest can decline it.
    if (severalProcesses || isForOnce(message) || message.kind === 'exit') return;
    const language = languages.find(message.language) ?? languages.english;
    evictOldest(this.#shown, SHOWN_MAX);
    this.#shown.set(shownKey(message, recipient), language);
    this.#rememberLast(message, recipient, language);
  }

  /** The text as this browser got it last, for the log. */
  asLastShown(message: MessageRow, recipient: Recipient): (message: MessageRow) => MessageRow {
    const language = this.#lastShown.get(browserKey(message, recipient));
    return (row) => (language === undefined ? row : this.#inLanguage(row, language));
  }

  #rememberLast(message: MessageRow, recipient: Recipient, language: Language): void {
    const key = browserKey(message, recipient);
    if (this.#lastShown.get(key) === language) return;
    evictOldest(this.#lastShown, SHOWN_MAX);
    this.#lastShown.set(key, language);
  }

  #inLanguage(message: MessageRow, to: Language): MessageRow {
    const { settings, languages } = this.#deps;
    return asShown(message, { settings: settings.current, languages, to, isConfirmed: false });
  }
}

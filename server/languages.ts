import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Messages } from '../contract/language/messages.ts';
import { memoized } from './bounded-cache.ts';
import type { UserRow } from './db/tables.ts';
import { detachedCopy } from './visitor/address.ts';

const FOLDER = new URL('../messages/', import.meta.url);
const PSEUDO = 'en-XA';
const HEADERS_REMEMBERED = 1_000;

/** Each in its own language, for the switch. `Intl` would load 9 MB for twelve languages. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  tr: 'Türkçe',
  uk: 'Українська',
};

export const SHIPPED_LANGUAGES: readonly string[] = Object.keys(NAMES);

export const isLanguage = (code: string) => code in NAMES || code === PSEUDO;

export interface Language {
  readonly code: string;
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: Messages;
}

/** Language of emails to this account; null for the default. */
export const accountLanguage = (user: Pick<UserRow, 'language' | 'signed_in_language'>) =>
  user.language ?? user.signed_in_language;

export type Languages = Awaited<ReturnType<typeof openLanguages>>;

/** Missing in TypeScript's library. */
type LocaleWithTextInfo = Intl.Locale & { getTextInfo(): Pick<Language, 'direction'> };

const load = createRequire(import.meta.url);

function openLanguage(code: string): Language {
  const { direction } = (new Intl.Locale(code) as LocaleWithTextInfo).getTextInfo();
  let messages: Messages | undefined;
  return {
    code,
    name: NAMES[code] ?? code,
    direction,
    // Loaded on first use: twelve languages take 10 MB, and most portals use few.
    get messages() {
      messages ??= load(fileURLToPath(new URL(`${code}.ts`, FOLDER))) as Messages;
      return messages;
    },
  };
}

/** Languages that the operator offers; the first is the default. */
export async function openLanguages(codes: readonly string[]) {
  const all = codes.map(openLanguage);
  const english = openLanguage('en');
  const fallback = all[0] as Language;
  const find = (code: string | null | undefined) => (code ? all.find((language) => language.code === code) : undefined);
  const primary = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  /** "pt-PT" gets "pt-BR" if that's the only one. */
  const nearest = (tag: string) =>
    all.find(({ code }) => code.toLowerCase() === tag.toLowerCase()) ??
    all.find(({ code }) => primary(code) === primary(tag));

  const preferenceIn = (header: string): Language => {
    const tags = header.split(',').map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().split(/\s*;\s*/);
      return { tag, quality: Number(quality.replace('q=', '')) || 0 };
    });
    const wanted = tags.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
    for (const { tag } of wanted) {
      const found = nearest(tag);
      if (found !== undefined) return found;
    }
    return fallback;
  };
  const preferred = memoized(HEADERS_REMEMBERED, preferenceIn, () => true, detachedCopy);

  return {
    all,
    /** Leaves out messages, because listing all would load all. */
    choices: all.map(({ code, name, direction }) => ({ code, name, direction })),
    fallback,
    /** The back-office is in English. */
    english,
    find,
    /** From an Accept-Language header. */
    preferred: (header: string | undefined) => (header === undefined ? fallback : preferred(header.slice(0, 200))),
  };
}

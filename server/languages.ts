import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Messages } from '../contract/language/messages.ts';
import { memoized } from './bounded-cache.ts';
import type { UserRow } from './db/tables.ts';
import { detachedCopy } from './visitor/address.ts';

const FOLDER = new URL('../messages/', import.meta.url);
/** For tests. */
const PSEUDO = 'en-XA';
const HEADERS_REMEMBERED = 1_000;

/** In themselves, for the switch. Not from `Intl`: its data for twelve languages takes 9 MB. */
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

/** Of an account's emails. Null for the default. */
export const accountLanguage = (user: Pick<UserRow, 'language' | 'signed_in_language'>) =>
  user.language ?? user.signed_in_language;

export type Languages = Awaited<ReturnType<typeof openLanguages>>;

/** TypeScript's library lacks it. */
type LocaleWithTextInfo = Intl.Locale & { getTextInfo(): Pick<Language, 'direction'> };

const load = createRequire(import.meta.url);

function openLanguage(code: string): Language {
  const { direction } = (new Intl.Locale(code) as LocaleWithTextInfo).getTextInfo();
  let messages: Messages | undefined;
  return {
    code,
    name: NAMES[code] ?? code,
    direction,
    // Loaded at the first read: twelve languages take 10 MB, and most portals are read in few.
    get messages() {
      messages ??= load(fileURLToPath(new URL(`${code}.ts`, FOLDER))) as Messages;
      return messages;
    },
  };
}

/** The languages that the operator offers. The first is the default. */
export async function openLanguages(codes: readonly string[]) {
  const all = codes.map(openLanguage);
  const english = openLanguage('en');
  const fallback = all[0] as Language;
  const find = (code: string | null | undefined) => (code ? all.find((language) => language.code === code) : undefined);
  const primary = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  /** "pt-PT" gets "pt-BR" where that is all there is. */
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
    /** Without messages: pages list them all, and would load them all. */
    choices: all.map(({ code, name, direction }) => ({ code, name, direction })),
    fallback,
    /** Of the back-office. */
    english,
    find,
    /** By an Accept-Language header. */
    preferred: (header: string | undefined) => (header === undefined ? fallback : preferred(header.slice(0, 200))),
  };
}

import { TEXT_SETTINGS, type TextSetting } from '../../../contract/settings/settings.rules.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import type { SettingsValues } from './section-card.tsx';

export const textPath = <Name extends TextSetting>(language: string, name: Name) =>
  `translations.${language}.${name}` as const;

const NAMED = 2;

/** "Guests who read German, French and 9 more see this text as it is." */
export function describeUntranslated(languages: readonly string[]): string {
  const rest = languages.length - NAMED;
  const named = rest > 1 ? [languages.slice(0, NAMED).join(', '), `${rest} more`] : languages;
  const listed = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ');
  return `Guests who read ${listed} see this text as it is.`;
}

/** Missing translations become empty texts, so that a field typed into and emptied is not a change. */
export function formValues(settings: Settings): SettingsValues & Settings {
  const [, ...others] = settings.shippedTexts;
  const translations = others.map(({ language }) => {
    const texts = TEXT_SETTINGS.map((name) => [name, settings.translations[language]?.[name] ?? '']);
    return [language, Object.fromEntries(texts)];
  });
  return { ...settings, translations: Object.fromEntries(translations) };
}

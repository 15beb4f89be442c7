import { type TextSetting, translationName } from '../../../contract/settings/settings.rules.ts';
import type { Language, Languages } from '../../languages.ts';
import type { Settings } from './in-force.ts';

export interface ShownText {
  readonly text: string;
  /** Language code. Texts by staff without a translation have the default language. */
  readonly language: string;
}

export type TextSettings = Readonly<Record<TextSetting, string>> & Pick<Settings, `${TextSetting}.${string}`>;

export const isShipped = (name: TextSetting | 'termsText', text: string, { all, english }: Languages): boolean =>
  [english, ...all].some(({ messages }) => messages.staffTexts[name] === text);

export function guestText(name: TextSetting, settings: TextSettings, languages: Languages, to: Language): ShownText {
  const { fallback } = languages;
  const translated = to === fallback ? undefined : settings[translationName(name, to.code)];
  if (translated) return { text: translated, language: to.code };
  const text = settings[name];
  return isShipped(name, text, languages)
    ? { text: to.messages.staffTexts[name], language: to.code }
    : { text, language: fallback.code };
}

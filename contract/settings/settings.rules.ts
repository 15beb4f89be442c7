import { languageName } from '../language/language-name.ts';
import { isEmail } from '../text/email.ts';
import { termsProblem, textProblem } from './guest-texts.rules.ts';

/** No user name and no characters that browsers skip or reinterpret, so that it leads where it seems to. */
export function isExitUrl(text: string): boolean {
  const [, host] = /^https:\/\/([^/?#]+)/.exec(text) ?? [];
  if (host === undefined || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  return host.toLowerCase().replace(/:443$/, '') === new URL(text).host;
}

export const EXIT_URL_EXAMPLE = 'https://example.com';
export const isExitSet = (exitUrl: string): boolean => exitUrl.toLowerCase().replace(/\/$/, '') !== EXIT_URL_EXAMPLE;

type SettingRule = {
  readonly title: string;
  readonly what: string;
  readonly section: string;
  readonly words: 'message' | 'terms' | 'any';
} & (
  | {
      /** All admins are notified, with old and new value. */
      readonly announced: 'with values';
      /** Whether it waits until a second admin confirms it or a day has passed. */
      readonly waits: 'never' | 'new host' | 'always';
    }
  | { readonly announced: 'as changed'; readonly waits: 'never' }
);

const message = { section: 'prompts', announced: 'with values', waits: 'never', words: 'message' } as const;
const plain = { announced: 'with values', waits: 'never', words: 'any' } as const;

/** A form field that is missing here doesn't compile, so no change goes unannounced. */
export const SETTINGS = {
  emailPromptMessage: { ...message, title: 'Email entry prompt', what: 'the email entry prompt' },
  codePromptMessage: { ...message, title: 'Verification code prompt', what: 'the verification code prompt' },
  exitMessage: { ...message, title: 'Exit message', what: 'the exit message' },
  exitUrl: { ...plain, waits: 'new host', section: 'exit-url', title: 'Exit URL', what: 'the exit URL' },
  supportContact: {
    ...plain,
    waits: 'always',
    section: 'contact',
    title: 'Support contact',
    what: 'the support contact',
  },
  telegramBotToken: {
    ...plain,
    announced: 'as changed',
    section: 'chat',
    title: 'Chat notifications',
    what: 'the bot token of the chat notifications',
  },
  telegramChatId: { ...plain, section: 'chat', title: 'Chat notifications', what: 'the chat that is notified' },
  termsText: { ...plain, words: 'terms', section: 'terms', title: 'Terms', what: 'the terms' },
  activityRetentionDays: {
    ...plain,
    section: 'retention',
    title: 'Retention',
    what: 'the retention of the activity log',
  },
  guestRetentionDays: { ...plain, section: 'retention', title: 'Retention', what: 'the retention of guest data' },
  temporaryPasswordDays: {
    ...plain,
    section: 'temporary-passwords',
    title: 'Temporary passwords',
    what: 'the lifetime of temporary passwords',
  },
} as const satisfies Record<string, SettingRule>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

type With<Rule extends keyof SettingRule, Value> = {
  [Name in SettingName]: (typeof SETTINGS)[Name][Rule] extends Value ? Name : never;
}[SettingName];

export type TextSetting = With<'words', 'message'>;
export const TEXT_SETTINGS = SETTING_NAMES.filter((name): name is TextSetting => SETTINGS[name].words === 'message');

/** A text in an offered language other than the default: `exitMessage.de`. */
export type TranslationName = `${TextSetting}.${string}`;
export const translationName = (name: TextSetting, language: string): TranslationName => `${name}.${language}`;

export type SettingKey = SettingName | TranslationName;

/** Null if the key isn't a translation. */
export function translationOf(key: string): { readonly name: TextSetting; readonly language: string } | null {
  const name = TEXT_SETTINGS.find((one) => key.startsWith(`${one}.`));
  return name === undefined ? null : { name, language: key.slice(name.length + 1) };
}

export const isTranslation = (key: string): key is TranslationName => translationOf(key) !== null;

/** A translation has its text's rule, with the language in the title. */
export function ruleOf(key: SettingKey): SettingRule {
  const translation = translationOf(key);
  if (translation === null) return SETTINGS[key as SettingName];
  const { name, language } = translation;
  const rule = SETTINGS[name];
  const spoken = languageName(language);
  return { ...rule, title: `${rule.title} in ${spoken}`, what: `${rule.what} in ${spoken}` };
}

export type ProposedSetting = With<'waits', 'new host' | 'always'>;
export const PROPOSED_SETTINGS = SETTING_NAMES.filter(
  (name): name is ProposedSetting => SETTINGS[name].waits !== 'never',
);

const problems = { message: textProblem, terms: termsProblem, any: () => null } as const;
type Values = { readonly [Name in SettingName]?: unknown };

export function wordsProblems(
  before: Values,
  next: Values,
  hosts: readonly string[],
): { name: SettingName; problem: string }[] {
  return SETTING_NAMES.flatMap((name) => {
    const { words } = SETTINGS[name];
    // Terms from before these rules stay until they change.
    const isKept = words === 'terms' && next[name] === before[name];
    const problem = isKept ? null : problems[words](String(next[name] ?? ''), hosts);
    return problem === null ? [] : [{ name, problem }];
  });
}

type Translated = { readonly [Name in TextSetting]?: string | undefined };
/** By language code. */
export type Translations = { readonly [language: string]: Translated };

/** Empty if there's no problem. */
export const translationProblems = (
  translations: Translations,
  hosts: readonly string[],
): { name: TextSetting; language: string; problem: string }[] =>
  Object.entries(translations).flatMap(([language, texts]) =>
    TEXT_SETTINGS.flatMap((name) => {
      const problem = textProblem(texts[name] ?? '', hosts);
      return problem === null ? [] : [{ name, language, problem }];
    }),
  );

export const WAIT_HOURS = 24;

export const nameableHosts = (portalHost: string, exitUrl: string): string[] =>
  [portalHost, URL.parse(exitUrl)?.hostname ?? ''].filter((host) => host !== '');

const PHONE_NUMBER = /^\+?[\d ()/.-]{3,30}$/;
const isPhoneNumber = (text: string) => PHONE_NUMBER.test(text) && text.replaceAll(/\D/g, '').length >= 3;

export const CONTACT_INVALID = 'Please enter an email address, an https link or a phone number';
export const CONTACT_MAX = 254;

export const isSupportContact = (text: string): boolean =>
  // ASCII only, against look-alike letters.
  text === '' || (isEmail(text) && !/\P{ASCII}/u.test(text)) || isExitUrl(text) || isPhoneNumber(text);

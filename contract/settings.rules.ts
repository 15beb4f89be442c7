/** What settings may say. No schemas here: the form and the server go by the same rules. */
import { isEmail } from './email.ts';
import { NOT_PLAIN_TEXT } from './plain-text.ts';

/**
 * The one address outside that guests may be sent to. It has to lead where it seems to lead: no name before the host, and
 * no signs in the host that browsers skip or read as others, such as tabs, backslashes and wide dots.
 */
export function isExitUrl(text: string): boolean {
  const [, host] = /^https:\/\/([^/?#]+)/.exec(text) ?? [];
  if (host === undefined || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  return host.toLowerCase().replace(/:443$/, '') === new URL(text).host;
}

/** What the settings say while nobody has set an exit. It is an example, and nobody is led there. */
export const EXIT_URL_EXAMPLE = 'https://example.com';
export const isExitSet = (exitUrl: string): boolean => exitUrl.toLowerCase().replace(/\/$/, '') !== EXIT_URL_EXAMPLE;

/** The settings that guests read. */
export const TEXT_SETTINGS = ['emailPromptMessage', 'codePromptMessage', 'exitMessage'] as const;

/** The settings that may have to wait before they are in force. */
export const PROPOSED_SETTINGS = ['exitUrl', 'supportContact'] as const;
export type ProposedSetting = (typeof PROPOSED_SETTINGS)[number];

/** For how long a new exit host or support contact waits for a second admin. */
export const WAIT_HOURS = 24;

export const TEXT_MAX = 200;
export const TEXT_TOO_LONG = `Messages can have at most ${TEXT_MAX} characters`;
export const TEXT_HAS_NUMBER = 'Messages cannot have phone numbers, or four or more digits in a row';
export const TEXT_HAS_ADDRESS = 'Messages cannot have links, mail addresses or names with @';
const namesSite = (found: string) =>
  `Messages can name no other site than this portal and the exit URL: “${found}” reads as one`;

/** Where the direction of text is turned, nobody can say what a guest reads. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/;
/** Nobody sees these, so they cannot keep the digits of a number or the letters of a name apart. */
const UNSEEN = /\p{Cf}|\p{Me}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5/gu;
/** What people read as a full stop. The one of Chinese and Japanese ends a sentence unless Latin letters follow. */
const DOTS = /[\u00b7\u2022\u2027\u2219\u22c5\u2e31\u30fb\ua4f8]|\u3002(?=\s*[a-z])/giu;
/** Written out, or in brackets. */
const BRACKETED_DOT = /\s*[[({<]\s*(?:\.|dot|punkt|point|punto)\s*[\])}>]\s*/giu;

/** Those of them that are no word with which a sentence could go on. */
const ENDINGS = 'com|net|org|biz|info|xyz|io|app|dev|ru|cn|uk|de|fr|eu';
const SPELT_DOT = new RegExp(String.raw`(?<=[\p{L}\p{N}])\s+(?:dot|punkt)\s+(?=(?:${ENDINGS})(?![\p{L}\p{N}]))`, 'giu');
const ENDING_APART = new RegExp(String.raw`(?<=[\p{L}\p{N}])\.\s+(?=(?:${ENDINGS})(?![\p{L}\p{N}]))`, 'gu');

/** As it is read: wide letters are letters, and a name that was pulled apart is together again. */
const asRead = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(DOTS, '.')
    .replaceAll(BRACKETED_DOT, '.')
    .replaceAll(SPELT_DOT, '.')
    .replaceAll(ENDING_APART, '.')
    // Nobody ends a sentence with a space before the full stop.
    .replaceAll(/(?<=[\p{L}\p{N}])[^\S\n]+\.[^\S\n]*(?=[\p{L}\p{N}])/gu, '.');

/** Four digits, whatever stands between them but a letter; and short words in which an O or an l takes the place of one. */
const NUMBER = /[\p{Nd}\p{No}](?:[^\p{L}\p{Nd}\p{No}]{0,4}[\p{Nd}\p{No}]){3}/u;
const LETTERED_NUMBER = /(?<![\p{L}\p{N}])(?=[OolI]*\d)[\dOolI]{4,}(?![\p{L}\p{N}])/u;
const PHONE = /\+\s*\(?\p{Nd}|(?<!\p{L})tel\s*:/iu;

const LINK = /[@\\]|\/\s*\/|(?<!\p{L})(?:h(?:tt|xx)ps?|www|mailto)(?!\p{L})/iu;
const NAME = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu;
const LINKED_NAME = new RegExp(String.raw`(?:https:\/\/)?(${NAME.source})`, 'giu');
/** "e.g." and "9.30" are no sites. */
const isSite = (name: string) => /\.(?:[\p{L}\p{M}]{2,}|xn--[\p{L}\p{N}-]+)$/u.test(name);

const hostOf = (name: string) => URL.parse(`https://${name}`)?.hostname ?? '';

/**
 * What is wrong with a text for guests, or null. Words from staff stand under the name of the organisation: they must not
 * lead anywhere else, and carry nothing that a guest could dial or take for a code.
 */
export function textProblem(text: string, hosts: readonly string[]): string | null {
  if (text.length > TEXT_MAX) return TEXT_TOO_LONG;
  if (TURNED.test(text) || !text.isWellFormed() || text.includes('\0')) return NOT_PLAIN_TEXT;
  const rest = asRead(text).replaceAll(LINKED_NAME, (link, name) => (hosts.includes(hostOf(name)) ? ' ' : link));
  if (NUMBER.test(rest) || LETTERED_NUMBER.test(rest) || PHONE.test(rest)) return TEXT_HAS_NUMBER;
  const site = rest.match(NAME)?.find(isSite);
  if (site !== undefined) return namesSite(site);
  return LINK.test(rest) ? TEXT_HAS_ADDRESS : null;
}

/** The hosts that texts for guests may name. */
export const nameableHosts = (portalHost: string, exitUrl: string): string[] =>
  [portalHost, URL.parse(exitUrl)?.hostname ?? ''].filter((host) => host !== '');

const PHONE_NUMBER = /^\+?[\d ()/.-]{3,30}$/;
const isPhoneNumber = (text: string) => PHONE_NUMBER.test(text) && text.replaceAll(/\D/g, '').length >= 3;

export const CONTACT_INVALID = 'Please enter a mail address, an https link or a phone number';
export const CONTACT_MAX = 254;

/** How guests reach the support team besides: nothing, a mail address, a link or a phone number. */
export const isSupportContact = (text: string): boolean =>
  // Guests read it as it stands, so no letter of it may look like another.
  text === '' || (isEmail(text) && !/\P{ASCII}/u.test(text)) || isExitUrl(text) || isPhoneNumber(text);

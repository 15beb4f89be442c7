/** For texts by staff. Others read `problems.notPlainText`. */
export const NOT_PLAIN_TEXT = 'Please use only letters, digits and common punctuation';

/** PostgreSQL rejects controls and lone surrogates; line breaks and bidi controls would break our sentences. */
export const isPlainText = (text: string) => text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text);

/** The braille blank is invisible too. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u;

/** Scripts with joiners and non-joiners between letters. */
const JOINING = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ');
const letter = `[${JOINING.map((script) => `\\p{sc=${script}}`).join('')}]`;
const picture = '\\p{Extended_Pictographic}';
/** Places where an invisible character has an effect. */
const SHAPING = new RegExp(
  [
    `(?<=${letter})[\\u200c\\u200d](?=${letter})`,
    '(?<=\\p{Ideographic})[\\u{e0100}-\\u{e01ef}]',
    `(?<=${picture})\\ufe0f`,
    `(?<=(?:${picture}|\\p{Emoji_Modifier})\\ufe0f?)\\u200d(?=${picture})`,
  ].join('|'),
  'gu',
);

/** No joiners, because usernames that differ must look different. */
export const isVisible = (name: string) => !UNSEEN.test(name);

export const isVisibleName = (name: string) => isVisible(name.replaceAll(SHAPING, ''));

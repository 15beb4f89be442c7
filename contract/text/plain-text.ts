/** What may stand in one line of text. No schemas here: the sign-in page imports this file. */

export const NOT_PLAIN_TEXT = 'Please use letters, digits and ordinary signs only';

/**
 * No control characters and no halves of characters: neither can be shown, and PostgreSQL cannot store them. Nothing that
 * breaks a line or turns the direction of what stands after it: a name is shown in the middle of sentences of ours.
 */
export const isPlainText = (text: string) => text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text);

export const INVISIBLE = "Names can't have invisible characters. Please type it again instead of pasting it.";

/** Drawn as nothing, only there to change what is beside it, or unknown to every font. The braille blank is drawn as nothing too. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u;

/** Scripts that need joiners and non-joiners between their letters. */
const JOINING = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ');
const letter = `[${JOINING.map((script) => `\\p{sc=${script}}`).join('')}]`;
const picture = '\\p{Extended_Pictographic}';
/** Where an invisible character changes what is seen: between such letters, behind a Kanji, and in pictures made of several. */
const SHAPING = new RegExp(
  [
    `(?<=${letter})[\\u200c\\u200d](?=${letter})`,
    '(?<=\\p{Ideographic})[\\u{e0100}-\\u{e01ef}]',
    `(?<=${picture})\\ufe0f`,
    `(?<=(?:${picture}|\\p{Emoji_Modifier})\\ufe0f?)\\u200d(?=${picture})`,
  ].join('|'),
  'gu',
);

/** For usernames: two of them that differ have to look different, so they get along without joiners. */
export const isVisible = (name: string) => !UNSEEN.test(name);

/** For everything else that is called a name. */
export const isVisibleName = (name: string) => isVisible(name.replaceAll(SHAPING, ''));

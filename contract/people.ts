/** Rules and sentences for names and details of people. No schemas here: the sign-in page imports this file. */

export const NAME_MAX = 200;

export const USERNAME_MISSING = 'Please enter a username';
export const NOT_PLAIN_TEXT = 'Please use letters, digits and ordinary signs only';

/** No control characters and no halves of characters: neither can be shown, and PostgreSQL cannot store them. */
export const isPlainText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

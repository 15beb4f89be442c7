/** Rules and sentences for names and details of people. No schemas here: the sign-in page imports this file. */

export const NAME_MAX = 200;

export const USERNAME_MISSING = 'Please enter a username';
export const USERNAME_NOT_A_WORD = 'Please choose a username without spaces, slashes and colons';
export const NOT_PLAIN_TEXT = 'Please use letters, digits and ordinary signs only';

/**
 * No control characters and no halves of characters: neither can be shown, and PostgreSQL cannot store them. Nothing that
 * breaks a line or turns the direction of what stands after it: a name is shown in the middle of sentences of ours.
 */
export const isPlainText = (text: string) => text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text);

/**
 * For usernames that people choose themselves. A mail repeats them to an address that may be somebody else's, so they must
 * not hold a message or a link.
 */
export const isOneWord = (username: string) => !/[\s/\\:]/.test(username);

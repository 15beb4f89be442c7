/** What may stand in one line of text. No schemas here: the sign-in page imports this file. */

export const NOT_PLAIN_TEXT = 'Please use letters, digits and ordinary signs only';

/**
 * No control characters and no halves of characters: neither can be shown, and PostgreSQL cannot store them. Nothing that
 * breaks a line or turns the direction of what stands after it: a name is shown in the middle of sentences of ours.
 */
export const isPlainText = (text: string) => text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text);

/** What counts as an e-mail address. No schemas here: guest pages import this file. */

export const EMAIL_INVALID = 'Please enter a valid email address';

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** What browsers take for an address, with a dot in the domain. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

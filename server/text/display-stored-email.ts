import { domainToUnicode } from 'node:url';
import { displayEmail } from '../../contract/text/display-email.ts';

/** As its owner writes it. */
export function displayStoredEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return displayEmail(email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at)));
}

import { domainToUnicode } from 'node:url';
import { shownEmail } from '../../contract/text/shown-email.ts';

/** An address as we keep it, the way its owner writes it. */
export function shownToOwner(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return shownEmail(email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at)));
}

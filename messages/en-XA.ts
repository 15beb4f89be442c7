/** Every message in brackets: tests find what is not translated. Served only where LANGUAGES names it. */
import type { Messages } from '../contract/language/messages.ts';
import * as english from './en.ts';

type Group = { readonly [key: string]: string | ((...values: never[]) => string) | Group };

function bracketed<Messages extends Group>(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, message]) => {
    if (typeof message === 'string') return [key, `⟦${message}⟧`];
    if (typeof message === 'object') return [key, bracketed(message)];
    return [key, (...values: never[]) => `⟦${message(...values)}⟧`];
  });
  return Object.fromEntries(entries);
}

export const shared: Messages['shared'] = bracketed(english.shared);
export const guest: Messages['guest'] = bracketed(english.guest);
export const guestLater: Messages['guestLater'] = bracketed(english.guestLater);
export const myData: Messages['myData'] = bracketed(english.myData);
export const signIn: Messages['signIn'] = bracketed(english.signIn);
export const sso: Messages['sso'] = bracketed(english.sso);
export const account: Messages['account'] = bracketed(english.account);
export const signedIn: Messages['signedIn'] = bracketed(english.signedIn);
export const stepUp: Messages['stepUp'] = bracketed(english.stepUp);
export const devices: Messages['devices'] = bracketed(english.devices);
export const problems: Messages['problems'] = bracketed(english.problems);
export const mails: Messages['mails'] = bracketed(english.mails);
export const staffTexts: Messages['staffTexts'] = bracketed(english.staffTexts);
export const errors: Messages['errors'] = bracketed(english.errors);

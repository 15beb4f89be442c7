/** What a search of the verified addresses looks into, in the words of its box. */
export const VERIFIED_SEARCH = { email: 'E-mail address', gateSubject: 'gate subject' } as const;

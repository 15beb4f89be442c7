/** What a search of the verified addresses looks into, in the words of its box. */
export const VERIFIED_SEARCH = { email: 'Email address', gateSubject: 'token subject' } as const;

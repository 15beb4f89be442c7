export const VERIFIED_SEARCH = { email: 'Email address', gateSubject: 'token subject' } as const;

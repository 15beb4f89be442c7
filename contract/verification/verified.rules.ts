export const VERIFIED_SEARCH = { email: 'E-mail address', gateSubject: 'gate subject' } as const;

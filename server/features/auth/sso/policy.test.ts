import { expect, test } from 'vitest';
import { ROLES, STATUSES } from '../../../../contract/users/users.rules.ts';
import { countsAsSecondFactor, provenAt, signInRefusal } from './policy.ts';

const counted = [
  { claim: 'amr', value: 'mfa' },
  { claim: 'acr', value: 'gold' },
] as const;

test.for([
  [{ amr: ['pwd', 'mfa'] }, true],
  [{ acr: 'gold' }, true],
  [{ amr: ['gold'], acr: 'mfa' }, false],
  [{ amr: 'mfa' }, false],
  [{ amr: ['mfa2', 'MFA'] }, false],
  [{ acr: ['gold'] }, false],
  [{ amr: { 0: 'mfa' } }, false],
  [{}, false],
] as const)('Only the claims that the operator named count: %o', ([claims, counts]) => {
  expect(countsAsSecondFactor(counted, claims)).toBe(counts);
  expect(countsAsSecondFactor([], claims)).toBe(false);
});

test('SSO signs in only linked, active staff with their second factor', () => {
  for (const role of ROLES)
    for (const status of STATUSES)
      for (const second_factor of [0, 1])
        for (const secondFactor of [false, true]) {
          const refused = signInRefusal({ role, status, second_factor }, { secondFactor });
          const expected =
            role === 'user'
              ? 'not-linked'
              : status === 'suspended'
                ? 'suspended'
                : second_factor === 1 && !secondFactor
                  ? 'second-factor'
                  : null;
          expect(refused, `${role} ${status} ${second_factor} ${secondFactor}`).toBe(expected);
        }
  expect(signInRefusal(undefined, { secondFactor: true })).toBe('not-linked');
});

test('Only a second factor that counts is a step-up, from when the provider asked for it', () => {
  expect(provenAt({ secondFactor: true, askedAt: 900 }, 1000)).toBe(900);
  expect(provenAt({ secondFactor: true, askedAt: 1100 }, 1000)).toBe(1000);
  expect(provenAt({ secondFactor: true, askedAt: null }, 1000)).toBe(0);
  expect(provenAt({ secondFactor: false, askedAt: 900 }, 1000)).toBe(0);
});

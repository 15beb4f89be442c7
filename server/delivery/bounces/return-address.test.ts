import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysFrom } from '../../crypto/keys.ts';
import { newId } from '../../db/ids.ts';
import { returnAddresses } from './return-address.ts';

const keys = keysFrom('a-key-for-tests-that-is-long-enough');
const addresses = returnAddresses('Example Ltd <no-reply@portal.example>', keys);
const id = newId(Date.now());

test("A return address is the sender with the email's id and a tag, and short enough", () => {
  const address = addresses.of(id);
  expect(address).toMatch(/^no-reply\+[0-9a-v]{26}-[0-9a-v]{12}@portal\.example$/);
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  expect(
    returnAddresses(`${'x'.repeat(24)}@a.example`, keys)
      .of(id)
      .split('@')[0],
  ).toHaveLength(64);
  expect(() => returnAddresses(`${'x'.repeat(25)}@a.example`, keys)).toThrow(/MAIL_FROM: has 25 characters/);
});

test('Every id is found again, whatever mail servers do to its case', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom('lower', 'upper'), (uuid, letters) => {
      const address = addresses.of(uuid);
      const changed = letters === 'upper' ? address.toUpperCase() : address;
      expect(addresses.find(`Delivered-To: <somebody@else.example>\r\nTo: <${changed}>\r\n`)).toEqual({ id: uuid });
    }),
  );
});

test('A domain in another script is written in ASCII', () => {
  expect(returnAddresses('post@bücher.example', keys).of(id)).toMatch(/@xn--bcher-kva\.example$/);
});

test('A tag is valid for one email and one key', () => {
  const address = addresses.of(id);
  const [other = ''] = addresses.of(newId(Date.now())).split('-').slice(-1);
  const [own = ''] = address.split('-').slice(-1);
  expect(addresses.find(address.replace(own, other))).toBe('forged');
  const elsewhere = returnAddresses('no-reply@portal.example', keysFrom('another-key-for-tests-that-is-long-enough'));
  expect(addresses.find(elsewhere.of(id))).toBe('forged');
  // Digits that no id has.
  expect(addresses.find(address.replace(/\+.{26}/, `+${'v'.repeat(26)}`))).toBe('forged');
});

test.for(['no-reply@portal.example', 'no-reply+newsletter@portal.example', 'no-reply+0123-4567@portal.example', ''])(
  '"%s" is no return address',
  (text) => {
    expect(addresses.find(text)).toBeNull();
  },
);

test('A text that only contains a return address is none', () => {
  const address = addresses.of(id);
  expect(addresses.find(`x${address}`)).toBeNull();
  expect(addresses.find(`${address}.evil.example`)).toBeNull();
  expect(addresses.find(address.replace('portal.example', 'portalxexample'))).toBeNull();
});

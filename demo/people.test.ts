import { expect, test } from 'vitest';
import { networkLines } from '../server/features/guests/list/networks.ts';
import { networkOf, wideNetworkOf } from '../server/visitor/address.ts';
import { locationOf } from '../server/visitor/location.ts';
import { inventAccounts } from './accounts.ts';
import { Dice } from './dice.ts';
import { everybody, newEmails } from './people.ts';
import { guestIp } from './places.ts';

/** Reserved by RFC 2606. */
const RESERVED_HOST = /@(?:example\.(?:com|org|net)|[a-z-]+\.(?:example|invalid))$/;

test('The people are the same each time, unique, and at reserved hosts', () => {
  const people = everybody(new Dice(1));
  expect(everybody(new Dice(1))).toEqual(people);
  expect(new Set(people.map(({ username }) => username)).size).toBe(people.length);
  for (const { username, email } of people) {
    expect(username).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(email).toMatch(RESERVED_HOST);
  }
});

test('No two guests type the same address', () => {
  const next = newEmails(new Dice(1));
  const typed = Array.from({ length: 2_000 }, () => next());
  expect(new Set(typed).size).toBe(typed.length);
  expect(typed.filter((email) => !RESERVED_HOST.test(email))).toEqual([]);
  expect(next('old-company.invalid')).toMatch(/@old-company\.invalid$/);
});

test('a thousand guests come from countries that the data set knows, and each has a line of their own', () => {
  const guests = Array.from({ length: 1_000 }, (_, index) => {
    const address = guestIp(index);
    expect(locationOf(address), address).not.toBe('Unknown');
    return { network: networkOf(address), wideNetwork: wideNetworkOf(address) };
  });
  const lineOf = networkLines(guests, () => true);
  expect(guests.filter((guest) => lineOf(guest) !== null)).toEqual([]);
});

test('Accounts were created before their first use, and some were never used', () => {
  const end = Date.parse('2026-11-16T12:00:00Z');
  const accounts = inventAccounts(new Dice(1), end);
  const unused = accounts.filter(({ signIns }) => signIns.length === 0);
  expect(unused.length).toBeGreaterThan(10);
  expect(unused.length).toBeLessThan(accounts.length / 4);
  for (const { createdAt, signIns, ip } of accounts) {
    expect([createdAt, ...signIns, end]).toEqual([createdAt, ...signIns, end].toSorted((one, other) => one - other));
    expect(locationOf(ip), ip).not.toBe('Unknown');
  }
});

import { expect, test } from 'vitest';
import { wideNetworkOf } from '../../visitor/address.ts';
import { aboutBoth, draftOf, textOf } from './events.ts';

test.for([
  ['203.0.113.9', '203.0.113.'],
  ['10.0.0.7', '10.0.0.'],
  ['2001:db8:7:1::5', '2001:db8:7:'],
  ['2001:db8::1', '2001:db8:'],
] as const)('The notification of a halt at %s searches for "%s…"', ([ip, start]) => {
  const { about, message } = draftOf({ kind: 'told-to-come', range: wideNetworkOf(ip), at: 0 }, () => undefined);
  expect(about).toEqual({ kind: 'guests', id: start });
  expect(ip.startsWith(start)).toBe(true);
  expect(message).not.toContain(ip);
});

test.for([
  ['the same guest', 'g1', 'g1', 'g1'],
  ['two guests', 'g1', 'g2', null],
  ['two guests, and then one of them', null, 'g2', null],
  ['a guest and a test', 'g1', null, null],
] as const)('Events about %s are grouped as one notification', ([, one, other, both]) => {
  expect(aboutBoth({ kind: 'guest', id: one }, { kind: 'guest', id: other })).toEqual({ kind: 'guest', id: both });
});

test.for([
  [
    'several guests of a network',
    'help-asked:203.0.113.7',
    null,
    'Several guests asked for help',
    '3 requests from one network. Latest: Guest K7QM',
  ],
  ['one guest several times', 'help-asked:203.0.113.7', 'g1', 'A guest asked for help', 'Guest K7QM'],
  ['guests of many networks', 'help-asked:crowd', null, 'A guest asked for help', 'Guest K7QM'],
  ['page views of several guests', 'page-view:203.0.113.7', null, 'A guest asked for help', 'Guest K7QM'],
] as const)(
  'Requests for help name their count and the latest guest: %s',
  ([, group_key, about_id, title, message]) => {
    const row = { title: 'A guest asked for help', message: 'Guest K7QM', count: 3, group_key, about_id };
    expect(textOf(row)).toEqual({ title, message });
  },
);

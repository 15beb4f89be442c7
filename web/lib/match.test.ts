import { expect, test } from 'vitest';
import { matching } from './match.ts';

const items = [
  { label: 'Dashboard' },
  { label: 'User Management', words: 'accounts people' },
  { label: 'Add user', words: 'new account' },
  { label: 'Page Redirects' },
  { label: 'Bulk redirect' },
];

test.for([
  ['', ['Dashboard', 'User Management', 'Add user', 'Page Redirects', 'Bulk redirect']],
  ['dash', ['Dashboard']],
  ['USER', ['User Management', 'Add user']],
  ['user add', ['Add user']],
  ['acc', ['User Management', 'Add user']],
  ['  bulk  red ', ['Bulk redirect']],
  ['board', []],
  ['.*', []],
] as const)('The search %j finds %j', ([text, labels]) => {
  expect(matching(items, text).map(({ label }) => label)).toEqual(labels);
});

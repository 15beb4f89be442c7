import { expect, test } from 'vitest';
import { panelText, steersFor, steerWords } from './steers.ts';

const IP = '192.0.2.7';

test.for([
  ['Email Entry Page', ['email-prompt', 'to-verify']],
  ['Verify Code Page', ['code-prompt', 'to-entry']],
  ['Code Processing Complete', ['code-prompt', 'to-entry', 'exit']],
  ['Some other page', ['to-entry']],
  ['constructor', ['to-entry']],
] as const)('on "%s"', ([page, steers]) => {
  expect(steersFor(IP, page)).toEqual(steers);
});

test.for([
  ['', 'Email Entry Page'],
  [IP, ''],
  [IP, null],
] as const)('nothing without an address or a page: %j %j', ([ip, page]) => {
  expect(steersFor(ip, page)).toEqual([]);
});

test('buttons read as the table says', () => {
  const read = (page: string) => steersFor(IP, page).map((steer) => steerWords[steer].text);
  expect(read('Email Entry Page')).toEqual(['Prompt', 'To Verify']);
  expect(read('Verify Code Page')).toEqual(['Prompt', 'To Entry']);
  expect(read('Code Processing Complete')).toEqual(['Prompt', 'To Entry', 'Exit']);
});

test('in the sidebar a guest who is elsewhere has an Email button', () => {
  expect(steersFor(IP, 'Elsewhere').map((steer) => panelText(steer, 'Elsewhere'))).toEqual(['Email']);
  expect(panelText('to-entry', 'Verify Code Page')).toBe('To Entry');
});

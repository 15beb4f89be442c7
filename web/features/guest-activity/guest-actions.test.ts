import { expect, test } from 'vitest';
import { actionsFor, guestActions, panelText } from './guest-actions.ts';

const IP = '192.0.2.7';

test.for([
  ['Email Entry Page', ['email-prompt', 'verify-redirect']],
  ['Verify Code Page', ['code-prompt', 'entry-redirect']],
  ['Code Processing Complete', ['code-prompt', 'entry-redirect', 'exit']],
  ['Some other page', ['entry-redirect']],
  ['constructor', ['entry-redirect']],
] as const)('on "%s"', ([page, actions]) => {
  expect(actionsFor(IP, page)).toEqual(actions);
});

test.for([
  ['', 'Email Entry Page'],
  [IP, ''],
  [IP, null],
] as const)('nothing without an address or a page: %j %j', ([ip, page]) => {
  expect(actionsFor(ip, page)).toEqual([]);
});

test('buttons read as the table says', () => {
  const read = (page: string) => actionsFor(IP, page).map((action) => guestActions[action].text);
  expect(read('Email Entry Page')).toEqual(['Prompt', 'To Verify']);
  expect(read('Verify Code Page')).toEqual(['Prompt', 'To Entry']);
  expect(read('Code Processing Complete')).toEqual(['Prompt', 'To Entry', 'Exit']);
});

test('in the sidebar a guest who is elsewhere has an Email button', () => {
  expect(actionsFor(IP, 'Elsewhere').map((action) => panelText(action, 'Elsewhere'))).toEqual(['Email']);
  expect(panelText('entry-redirect', 'Verify Code Page')).toBe('To Entry');
});

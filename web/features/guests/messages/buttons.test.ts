import { expect, test } from 'vitest';
import { whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { guest } from '../../../../tests/support/sample-guest.ts';
import { messageButtons, messagesFor, messagesOnPage, sidebarText, splitMessages } from './buttons.ts';

const IP = '192.0.2.7';

test.for([
  ['Email Entry Page', ['email-prompt', 'verify-redirect']],
  ['Verify Code Page', ['code-prompt', 'entry-redirect']],
  ['Code Processing Complete', ['code-prompt', 'entry-redirect', 'exit']],
  ['Some other page', ['entry-redirect']],
  ['constructor', ['entry-redirect']],
] as const)('The messages for a log entry on "%s"', ([page, actions]) => {
  expect(messagesOnPage(IP, page)).toEqual(actions);
});

test.for([
  ['', 'Email Entry Page'],
  [IP, ''],
  [IP, null],
] as const)('There is no message without an address or a page: %j %j', ([ip, page]) => {
  expect(messagesOnPage(ip, page)).toEqual([]);
});

test.for([
  ['Email Entry Page', 'none', ['email-prompt', 'verify-redirect']],
  ['Verify Code Page', 'trying', ['code-prompt', 'entry-redirect', 'resend']],
  ['Code Processing Complete', 'refused', ['code-prompt', 'entry-redirect', 'resend', 'exit']],
  ['Code Processing Complete', 'verified', ['code-prompt', 'entry-redirect', 'exit']],
  // Who succeeded is led back to the first page, sees the success there, and still has the exit.
  ['Email Entry Page', 'verified', ['verify-redirect', 'exit']],
  ['Verify Code Page', 'verified', ['code-prompt', 'entry-redirect', 'exit']],
] as const)('The messages for a guest on "%s", %s', ([page, outcome, actions]) => {
  expect(messagesFor(guest({ page, outcome }))).toEqual(actions);
});

test('A guest who was told to come here gets no message', () => {
  expect(messagesFor(guest({ halted: true, outcome: 'verified' }))).toEqual([]);
});

test('Buttons read as the table says', () => {
  const read = (page: string) => messagesOnPage(IP, page).map((message) => messageButtons[message].text);
  expect(read('Email Entry Page')).toEqual(['Prompt', 'To Verify']);
  expect(read('Verify Code Page')).toEqual(['Prompt', 'To Entry']);
  expect(read('Code Processing Complete')).toEqual(['Prompt', 'To Entry', 'Exit']);
});

test('In the sidebar a guest on another page has an Email button', () => {
  expect(messagesFor(guest({ page: 'Elsewhere' })).map((message) => sidebarText(message, 'Elsewhere'))).toEqual([
    'Email',
  ]);
  expect(sidebarText('entry-redirect', 'Verify Code Page')).toBe('To Entry');
});

test.for([
  ['Verify Code Page', null, ['code-prompt', 'entry-redirect'], ['resend']],
  ['Verify Code Page', 'resend', ['code-prompt', 'entry-redirect', 'resend'], []],
  ['Code Processing Complete', null, ['code-prompt', 'entry-redirect'], ['resend', 'exit']],
] as const)('in a row of "%s" with the next step %s', ([page, next, shown, inMenu]) => {
  expect(splitMessages(messagesFor(guest({ page, outcome: 'trying' })), next)).toEqual({ shown, inMenu });
});

test('a verified guest cannot be sent to the form: their page shows the success', () => {
  const facts = { email: 'm•••@e•••.com', halted: false, page: 'Code Processing Complete' } as const;
  expect(whyBlocked('entry-redirect', { ...facts, outcome: 'verified' })).toMatch(/^The guest is already verified/);
  expect(whyBlocked('entry-redirect', { ...facts, outcome: 'refused' })).toBe(null);
});

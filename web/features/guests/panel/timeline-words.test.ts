import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../contract/guests/guests.ts';
import { detailOf, progressOf, shownIn, timelineLines, wordsOf } from './timeline-words.ts';

let last = 0;
const entry = (event: TimelineEntry['event'], facts: Partial<TimelineEntry> = {}): TimelineEntry => {
  last += 1;
  return {
    id: `t${last}`,
    at: '2026-11-15T12:00:00.000Z',
    event,
    detail: null,
    by: null,
    state: null,
    stateAt: null,
    shown: null,
    ...facts,
  };
};

test('Repeated tries are one line with their number, messages one line each', () => {
  const lines = timelineLines([
    entry('code_refused'),
    entry('code_refused'),
    entry('mail_sent'),
    entry('prompt', { by: 'ann' }),
    entry('prompt', { by: 'ann' }),
    entry('code_refused'),
  ]);
  expect(lines.map(({ event, times }) => [event, times])).toEqual([
    ['code_refused', 2],
    ['mail_sent', 1],
    ['prompt', 1],
    ['prompt', 1],
    ['code_refused', 1],
  ]);
});

test.for([
  ['help_asked', "I didn't get the email", "I didn't get the email"],
  ['redirect', '/user/verify-code', 'Verify Code Page'],
  ['exit', 'https://example.org/bye', 'https://example.org/bye'],
  ['opened', null, null],
] as const)('The detail of %s: %s', ([event, detail, words]) => {
  expect(detailOf({ event, detail, shown: null })).toBe(words);
});

test('A delivered message says what was shown, and in which language', () => {
  const shown = { text: 'Bitte geben Sie den Code ein', language: 'de' };
  const prompt = entry('prompt', { detail: shown.text, shown });
  expect(shownIn(prompt)).toEqual({ before: 'Shown in German:', ...shown });
  expect(detailOf(prompt)).toBeNull();
  expect(detailOf(entry('exit', { detail: 'https://example.org/bye', shown }))).toBe('https://example.org/bye');
});

test.for([
  ['prompt', 'seen', 'seen'],
  ['redirect', 'seen', 'arrived'],
  ['resend', 'delivered', 'emailed'],
  ['exit', 'withdrawn', 'withdrawn before delivery'],
  ['opened', null, null],
] as const)('The state of a message: %s, %s', ([event, state, words]) => {
  expect(progressOf({ event, state })).toBe(words);
});

test.for([
  ['mail_queued', null, 'Email queued', 'neutral'],
  ['mail_queued', '450 4.2.0 Greylisted', 'Email delayed', 'warning'],
  ['mail_sent', null, 'Email sent', 'success'],
  ['mail_failed', '550 5.1.1 No such user', 'Email rejected', 'danger'],
  ['mail_bounced', '552 5.2.2 Mailbox full', 'Email bounced', 'danger'],
] as const)('%s with %s reads: %s', ([event, detail, text, tone]) => {
  expect(wordsOf({ event, detail })).toMatchObject({ text, tone });
});

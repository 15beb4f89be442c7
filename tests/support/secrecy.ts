import { expect } from 'vitest';

/** Ids and times have many digits, six of which may be those of a code by chance. */
const IDS_AND_TIMES = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<!\d)\d{13}(?!\d)/gi;

/** A code stands nowhere in a text as a number of its own. */
export function expectUnsaid(code: string, text: string): void {
  const said = new RegExp(`.{0,40}(?<!\\d)${code}(?!\\d).{0,40}`, 's').exec(text.replaceAll(IDS_AND_TIMES, ' '));
  expect(said?.[0] ?? null, `where ${code} is said`).toBeNull();
}

/** Generated passwords and codes, and what is signed or random in an address. */
const GENERATED = /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}|(?<!\d)\d{6}(?!\d)|[\w-]{32,}/g;

/** All that a mail says, but for what was made up for it: chance can write any short word there. */
export const wordsOf = ({ subject, text, html }: { subject: string; text: string; html: string }): string =>
  `${subject}\n${text}\n${html}`.replaceAll(GENERATED, '…');

import { expect } from 'vitest';

/** Ids and times may contain the six digits of a code by chance. */
const IDS_AND_TIMES = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<!\d)\d{13}(?!\d)/gi;

/** The code does not appear in the text as a number of its own. */
export function expectUnsaid(code: string, text: string): void {
  const found = new RegExp(`.{0,40}(?<!\\d)${code}(?!\\d).{0,40}`, 's').exec(text.replaceAll(IDS_AND_TIMES, ' '));
  expect(found?.[0] ?? null, `where ${code} appears`).toBeNull();
}

/** Generated passwords and codes, and signed or random parts of addresses. */
const GENERATED = /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}|(?<!\d)\d{6}(?!\d)|[\w-]{32,}/g;

/** The words of an email without its generated parts, which may contain any short word by chance. */
export const wordsOf = ({ subject, text, html }: { subject: string; text: string; html: string }): string =>
  `${subject}\n${text}\n${html}`.replaceAll(GENERATED, '…');

import { describe, expect, test } from 'vitest';
import { keysFrom } from './crypto/keys.ts';
import { storedJobs } from './delivery/job.ts';
import { type Language, openLanguages } from './languages.ts';
import { MAILS } from './mails.ts';

const keys = keysFrom('a-key-for-tests-that-is-long-enough');
const languages = await openLanguages(['en', 'en-XA']);
const pseudo = languages.find('en-XA') as Language;
/** The words do not matter, only the direction. */
const arabic: Language = { ...languages.english, code: 'ar', direction: 'rtl' };

const AT = Date.UTC(2026, 10, 16, 9, 5);
const PORTAL = { organisation: '4711', url: 'https://portal.example' };
const CODE = {
  organisation: '4711',
  host: 'portal.example',
  code: '120934',
  minutes: 5,
  visitor: { location: 'Local network', device: 'Chrome on Linux' },
  at: AT,
};
const FROM = { ipAddress: '198.51.100.7', location: 'Unknown', device: 'Unknown device', at: AT };
const LINK = 'https://portal.example/verify#token=1b2d-3f4h';

/** As stored, for each way in which an email can read. */
const EXAMPLES: Readonly<Record<string, readonly object[]>> = {
  code: [CODE],
  password: [
    { ...PORTAL, username: 'mira.kolb', temporaryPassword: '1b2d-3f4h', days: 1, reason: 'created' },
    { ...PORTAL, username: 'evil.com', temporaryPassword: '1b2d-3f4h', days: 7, reason: 'reset' },
  ],
  verification: [
    { ...PORTAL, username: 'mira', link: LINK, code: '1b2d-3f4h' },
    { ...PORTAL, username: 'evil.com', link: LINK, code: '1b2d-3f4h' },
  ],
  'known-address': [PORTAL],
  settings: [
    { ...PORTAL, title: null, sentences: ['1 → 2', '3 → 4'], from: FROM, isLast: true },
    { ...PORTAL, title: '5', sentences: ['1 → 2'], from: '198.51.100.7', isLast: false },
  ],
  'account-notice': [
    { ...PORTAL, username: 'mira', notice: 'new device', at: AT, from: FROM },
    { ...PORTAL, username: 'mira', notice: 'password reset', at: AT, from: null },
  ],
  'email-change': [
    { ...CODE, username: 'mira' },
    { ...CODE, username: 'evil.com' },
  ],
};

const stored = storedJobs(MAILS, keys);
const written = (kind: string, payload: object, offered: Pick<typeof languages, 'find' | 'fallback'> = languages) =>
  stored.open(keys.seal(JSON.stringify({ kind, ...payload }), 'outbox'))(offered);

const examples = MAILS.flatMap(({ id }) => (EXAMPLES[id] ?? [{}]).map((payload) => ({ id, payload })));

/** What stands outside of all brackets. */
function unbracketed(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? rest : unbracketed(rest);
}
const isValue = (line: string) =>
  ['', '120934', '1b2d-3f4h', `@${CODE.host} #120934`, 'mira', 'mira .kolb'].includes(line);

describe.for(examples)('The email $id', ({ id, payload }) => {
  test('says everything in the language of its reader', () => {
    const { subject, text, html } = written(id, { ...payload, language: 'en-XA' });
    expect(subject).toMatch(/^⟦.*⟧$/);
    expect(html).toContain('<html lang="en-XA" dir="ltr">');
    const body = html.slice(html.indexOf('<title>')).replaceAll(/<[^>]*>/g, '\n');
    for (const part of [text, body])
      for (const line of unbracketed(part)
        .split('\n')
        .filter((rest) => !isValue(rest.trim())))
        expect(line).not.toMatch(/\p{L}/u);
  });

  test('of an older version, which stored no language, is English', () => {
    const { text, html } = written(id, payload);
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(text).not.toContain('⟦');
    expect(`${text}${html}`).not.toMatch(/[\u2066-\u2069]|<bdi|undefined|<\w+\/>/);
  });

  test('is in the default language where its reader has none, or one that is no longer offered', () => {
    for (const language of [null, 'xx'])
      expect(written(id, { ...payload, language }, { ...languages, fallback: pseudo }).subject).toContain('⟦');
  });

  test('isolates values from text that runs from right to left', () => {
    const { subject, text, html } = written(id, { ...payload, language: 'ar' }, { ...languages, find: () => arabic });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(subject).toContain('\u2068');
    const count = (mark: string) => `${subject}${text}`.split(mark).length;
    expect(count('\u2068')).toBe(count('\u2069'));
    expect(html).toContain('<bdi>4711</bdi>');
    expect(html.slice(html.indexOf('<body'))).not.toMatch(/[\u2066-\u2069]/);
    // A mark would become a part of what people click or copy.
    for (const line of text.split('\n').filter((one) => /^@|https?:|^[\da-z]{4}-|^\d{6}$/.test(one)))
      expect(line).not.toMatch(/[\u2066-\u2069]/);
    expect(text).not.toContain('\u20681b2d-3f4h');
  });
});

test('The last line of an email with a code is the same in all languages', () => {
  for (const id of ['code', 'email-change'])
    for (const find of [() => languages.english, () => pseudo, () => arabic]) {
      const { text } = written(id, { ...CODE, username: 'mira', language: 'any' }, { ...languages, find });
      expect(text.endsWith('\n\n@portal.example #120934\n')).toBe(true);
    }
});

test('A value is never read as a slot or as HTML', () => {
  const { text, html } = written('code', { ...CODE, organisation: '<host/><b>Example</b>' });
  expect(text).toContain('nobody from <host/><b>Example</b> will ask');
  expect(html).toContain('nobody from &lt;host/&gt;&lt;b&gt;Example&lt;/b&gt; will ask');
});

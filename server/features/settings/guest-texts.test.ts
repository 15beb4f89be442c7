import { expect, test } from 'vitest';
import { REPLIES, VERIFICATION_ENDED } from '../../../contract/guests/messages.rules.ts';
import { TEXT_CLAIMS_CODE, termsProblem, textProblem } from '../../../contract/settings/guest-texts.rules.ts';
import { type Language, openLanguages, SHIPPED_LANGUAGES } from '../../languages.ts';
import { guestText } from './guest-texts.ts';
import { defaultsIn, usable } from './in-force.ts';

const languages = await openLanguages(['en', 'en-XA']);
const other = languages.find('en-XA') as Language;
const DEFAULTS = defaultsIn(languages);
const place = { publicUrl: new URL('https://portal.example.com'), exitHosts: [], languages };

test('A shipped text is shown in the language of the guest', () => {
  expect(guestText('exitMessage', DEFAULTS, languages, other)).toEqual({
    text: '⟦Thank you for completing the verification process⟧',
    language: 'en-XA',
  });
});

test('A text that staff changed is shown as it is until it is translated', () => {
  const settings = { ...DEFAULTS, exitMessage: 'Bye' };
  expect(guestText('exitMessage', settings, languages, other)).toEqual({ text: 'Bye', language: 'en' });
  const translated = { ...settings, 'exitMessage.en-XA': 'Tschüss' };
  expect(guestText('exitMessage', translated, languages, other)).toEqual({ text: 'Tschüss', language: 'en-XA' });
  expect(guestText('exitMessage', translated, languages, languages.fallback)).toEqual({ text: 'Bye', language: 'en' });
});

test('A translation that breaks a rule is not used', () => {
  const stored = { ...DEFAULTS, exitMessage: 'Bye', 'exitMessage.en-XA': 'Call 0800 123' };
  expect(guestText('exitMessage', usable(stored, place), languages, other)).toEqual({ text: 'Bye', language: 'en' });
});

test('Shipped texts keep the rules in every language', async () => {
  for (const { code, messages } of (await openLanguages([...SHIPPED_LANGUAGES, 'en-XA'])).all) {
    const { termsText, replies, ...texts } = messages.staffTexts;
    // It comes with a new code, so it may say so.
    const { 'new-code': _, ...others } = replies;
    for (const text of [...Object.values(texts), ...Object.values(others)])
      expect([code, text, textProblem(text, [])]).toEqual([code, text, null]);
    expect([code, termsProblem(termsText, [])]).toEqual([code, null]);
  }
});

test('Staff cannot write the reply that comes with a new code, in any language', async () => {
  for (const { code, messages } of (await openLanguages(SHIPPED_LANGUAGES)).all)
    expect([code, textProblem(messages.staffTexts.replies['new-code'], [])]).toEqual([code, TEXT_CLAIMS_CODE]);
});

test('Staff read the replies as guests read them in English', () => {
  const { replies, verificationEnded } = languages.english.messages.staffTexts;
  expect(replies).toEqual(REPLIES);
  expect(verificationEnded).toBe(VERIFICATION_ENDED);
});

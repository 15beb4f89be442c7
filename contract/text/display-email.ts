import { asciiEmail, domainOf } from './email.ts';

const LATIN = 'a-z';
/** Without the dotless ı, which looks like i. */
const MORE_LATIN =
  '\\u00df-\\u00f6\\u00f8-\\u012f\\u0133-\\u0137\\u013a-\\u013e\\u0142-\\u0148\\u014b-\\u017e\\u01a1\\u01b0\\u0219\\u021b\\u1ea1-\\u1ef9';
const sc = (...scripts: string[]) => scripts.map((script) => `\\p{sc=${script}}`).join('');

const DISTINCT = [
  `${sc('Han', 'Hiragana', 'Katakana')}ー`,
  sc('Han', 'Hangul'),
  ...['Arabic', 'Hebrew', 'Georgian', 'Thai', 'Devanagari', 'Bengali', 'Gujarati', 'Tamil', 'Telugu'].map((name) =>
    sc(name),
  ),
];
/** Scripts with Latin look-alikes, allowed only on their own. */
const ALIKE = [sc('Cyrillic'), sc('Greek'), sc('Armenian')];

function isOneScript(domain: string): boolean {
  const labels = domain.split('.');
  const are = (...allowed: string[]) => {
    const one = new RegExp(`^(?:${allowed.map((letters) => `[${letters}\\d-]+`).join('|')})$`, 'u');
    return labels.every((label) => one.test(label));
  };
  return (
    are(LATIN + MORE_LATIN) || DISTINCT.some((script) => are(LATIN, script)) || ALIKE.some((script) => are(script))
  );
}

/** For its owner. A domain with mixed scripts or look-alikes stays in ASCII (Punycode). */
export function displayEmail(address: string): string {
  const ascii = asciiEmail(address);
  const domain = domainOf(address);
  if (ascii.endsWith(domain)) return ascii;
  const shown = domain.normalize('NFC').toLowerCase();
  return isOneScript(shown) ? `${ascii.slice(0, ascii.lastIndexOf('@'))}@${shown}` : ascii;
}

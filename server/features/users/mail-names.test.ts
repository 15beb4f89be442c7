import { expect, test } from 'vitest';
import { usernameForMail } from './mail-names.ts';

test.for(['mira', 'Mira.Kolb', 'mira_kolb-2', 'zoë', 'мира', '名前', 'm.k', 'mira85', 'a'.repeat(40), 'j.r.r.tolkien'])(
  '%s is a name',
  (username) => expect(usernameForMail(username)).toBe(username),
);

test.for([
  'call +1 555 0100',
  'call me',
  'http://evil.example/',
  'evil.com',
  'evil.co.uk',
  'my-bank.support',
  'www.evil',
  'EVIL.COM',
  'mira@evil',
  'mira/kolb',
  'mira:kolb',
  'mira1985',
  '555-019-922',
  '5.5.5.0',
  '5_5_5_0',
  '<b>mira</b>',
  '"mira"',
  'mira\nkolb',
  'mira！',
  'a'.repeat(41),
  '',
])('%j is more than a name, or none', (username) => expect(usernameForMail(username)).toBeNull());

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { usernameForMail } from './username-in-email.ts';

test.for(['mira', 'mira_kolb-2', 'zoë', 'мира', '名前', 'mira85', 'a'.repeat(40), 'mira.', '.mira'])(
  '%s can be a name in an email',
  (username) => expect(usernameForMail(username)).toBe(username),
);

test.for([
  ['Mira.Kolb', 'Mira .Kolb'],
  ['m.k', 'm .k'],
  ['j.r.r.tolkien', 'j .r .r .tolkien'],
  ['мира.колб', 'мира .колб'],
  ['mira.kolb-2', 'mira .kolb-2'],
])('%s is written so that no mail program makes a link of it', ([username = '', written = '']) => {
  expect(usernameForMail(username)).toBe(written);
});

/** A part of what there is at the end of host names, common, new, long and in other scripts. */
const ENDINGS =
  'com net org info biz io ai app dev xyz top online shop photography photo pictures gallery plumbing construction contractors international vermögensberater vermögensberatung accountant accountants insurance investments mortgage lawyer attorney academy university college foundation charity ngo church democrat republican vote voting city berlin london nyc tokyo paris bayern africa amsterdam barcelona istanbul москва рф онлайн сайт 中国 公司 网络 みんな コム 닷컴 भारत موقع zip mov foo bar kim ren moe ninja rocks guru singles dating wedding family kitchen garden horse fish dog pizza beer wine vodka coffee cafe restaurant bar party fun lol wtf sucks porn sexy tube video movie theater music band audio radio game games play casino poker bet bingo sport football soccer hockey golf tennis fitness yoga run bike cab taxi limo car cars auto autos boats yachts cruises flights travel tours vacations holiday hotel hotels villas apartments rentals lease property properties realestate house land farm industries engineering energy solar green eco bio health healthcare hospital clinic dental doctor surgery pharmacy med bank banque credit creditcard creditunion loans tax gold cheap discount sale deals coupons bargains gifts flowers florist jewelry diamonds watch shoes clothing fashion style boutique salon barber makeup'.split(
    ' ',
  );

test.for(ENDINGS)('A name that ends in .%s becomes no link', (ending) => {
  for (const username of [
    `evil.${ending}`,
    `my-bank.${ending}`,
    `login.evil.${ending}`,
    `EVIL.${ending.toUpperCase()}`,
  ])
    expect(usernameForMail(username) ?? '').not.toMatch(/[^\s.]\.[^\s.]/u);
});

test('No username becomes a link, a sentence or a phone number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (username) => {
      const name = usernameForMail(username) ?? '';
      expect(name).not.toMatch(/[^\s.]\.[^\s.]|[@:/\\<>]|\d{4}/u);
      expect(name.replaceAll(' .', '.')).not.toMatch(/\s/u);
    }),
  );
});

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
])('%j is left out of emails', (username) => expect(usernameForMail(username)).toBeNull());

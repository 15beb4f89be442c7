import { asciiEmail } from './email.ts';

/** Shown in full, because they identify no one. */
const PROVIDERS = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com ' +
    'mac.com proton.me protonmail.com fastmail.com zoho.com mail.com gmx.com gmx.net gmx.de web.de t-online.de ' +
    'freenet.de orange.fr free.fr laposte.net libero.it bluewin.ch mail.ru yandex.ru qq.com naver.com'
  ).split(' '),
);

/** Public suffixes, which can't carry a message. */
const ENDING = /^.*?\.((?:(?:co|com|org|net|ac|edu|gov)\.)?[a-z]{2}|com|org|net|info|edu|gov|int|mil|biz)$/;

function masked(text: string): string {
  const letter = (character: string | undefined) => (/[a-z]/.test(character ?? '') ? character : '');
  return `${letter(text[0])}…${text.length > 1 ? letter(text.at(-1)) : ''}`;
}

function maskedDomain(domain: string): string {
  if (PROVIDERS.has(domain)) return domain;
  const ending = ENDING.exec(domain)?.[1];
  const labels = (ending === undefined ? domain : domain.slice(0, -ending.length - 1)).split('.');
  const [last = '', ...before] = labels.reverse();
  const name = `${before.length > 0 ? '….' : ''}${masked(last)}`;
  return ending === undefined ? name : `${name}.${ending}`;
}

/** "493817@my-bank-code.co" → "…@m…e.co": hides what a guest was talked into typing. Idempotent. Decision 27. */
export function maskedEmail(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(asciiEmail(address.trim()).toLowerCase()) ?? [];
  return domain === '' ? '…' : `${masked(local)}@${maskedDomain(domain)}`;
}

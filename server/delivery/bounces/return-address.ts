import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isSameSecret } from '../../crypto/constant-time.ts';
import type { Keys } from '../../crypto/keys.ts';
import { ConfigError } from '../../process/start-error.ts';

/** Base 32 survives a mail server's change of case. */
const RADIX = 32;
const ID_LENGTH = 26;
/** 60 bits can't be guessed. */
const TAG_LENGTH = 12;
const LOCAL_MAX = 64;
const LOCAL_OWN_MAX = LOCAL_MAX - ID_LENGTH - TAG_LENGTH - '+-'.length;

const written = (hex: string, length: number) => BigInt(`0x${hex}`).toString(RADIX).padStart(length, '0');

function uuidFrom(digits: string): string | null {
  let value = 0n;
  for (const digit of digits) value = value * BigInt(RADIX) + BigInt(Number.parseInt(digit, RADIX));
  const hex = value.toString(16).padStart(32, '0');
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
}

const escaped = (text: string) => text.replaceAll(/[^\w]/g, '\\$&');

export type ReturnAddresses = ReturnType<typeof returnAddresses>;

/** VERP with a MAC, so that recipients can only report bounces of their own emails. */
export function returnAddresses(from: string, keys: Keys) {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1)) || address.slice(at + 1);
  if (local.length > LOCAL_OWN_MAX)
    throw new ConfigError(
      'MAIL_FROM',
      `has ${local.length} characters before the @; with BOUNCE_IMAP_URL at most ${LOCAL_OWN_MAX} are allowed`,
      'Example Ltd <portal@example.com>',
    );

  const tagOf = (id: string) => {
    const mac = createHmac('sha256', keys.derive('return-address')).update(id).digest('hex');
    return written(mac, 0).slice(-TAG_LENGTH);
  };
  const digits = (length: number) => `([0-9a-v]{${length}})`;
  const pattern = `(?<![\\w.+-])${escaped(local)}\\+${digits(ID_LENGTH)}-${digits(TAG_LENGTH)}@${escaped(domain)}(?![\\w.-])`;

  return {
    of: (id: string) => `${local}+${written(id.replaceAll('-', ''), ID_LENGTH)}-${tagOf(id)}@${domain}`,

    find(text: string): { readonly id: string } | 'forged' | null {
      let forged = false;
      for (const [, digitsOfId = '', tag = ''] of text.matchAll(new RegExp(pattern, 'gi'))) {
        const id = uuidFrom(digitsOfId);
        if (id !== null && isSameSecret(tag.toLowerCase(), tagOf(id))) return { id };
        forged = true;
      }
      return forged ? 'forged' : null;
    },
  };
}

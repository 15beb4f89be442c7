import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Messages } from '../../contract/language/messages.ts';
import {
  CODE_LENGTH,
  CODE_VALID_SECONDS,
  MAIL_WITHIN_SECONDS,
} from '../../contract/verification/verification.rules.ts';
import { isAhead } from '../clock.ts';
import type { Config } from '../config.ts';
import { isSameSecret } from '../crypto/constant-time.ts';
import { PLACES } from '../limits/limits.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { MailWriter } from './mail-writer.ts';

/** The database keeps only a keyed hash. */
export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

export const TRIES_PER_CODE = PLACES.triesOfCode.most;

interface StoredCode {
  readonly code_hash: string;
  readonly tries: number;
  readonly sent_at: number;
  readonly expires_at: number;
}

/** Also true if the clock was set back. */
export const hasExpired = ({ sent_at, expires_at }: Pick<StoredCode, 'sent_at' | 'expires_at'>, now: number) =>
  expires_at <= now || isAhead(sent_at, now);

const REFUSALS = ['unknown', 'expired', 'dead', 'wrong'] as const;
/** Stored by name; the reader gets a sentence in their language. */
export type CodeRefusal = (typeof REFUSALS)[number];

export const isRefusal = (text: string): text is CodeRefusal => (REFUSALS as readonly string[]).includes(text);

/** Null for the right code. The caller has counted this try before, so that parallel guesses count one by one. */
export function refusalOf(code: StoredCode, typedHash: string, now: number): CodeRefusal | null {
  if (hasExpired(code, now)) return 'expired';
  if (code.tries > TRIES_PER_CODE) return 'dead';
  if (isSameSecret(typedHash, code.code_hash)) return null;
  return code.tries === TRIES_PER_CODE ? 'dead' : 'wrong';
}

export const triesLeft = ({ tries }: Pick<StoredCode, 'tries'>) => Math.max(0, TRIES_PER_CODE - tries);

export function refusalSentence(
  errors: Messages['errors'],
  purpose: 'guestCode' | 'accountCode',
  refusal: CodeRefusal,
  left: number,
): string {
  if (refusal === 'dead') return errors.codeDead;
  return refusal === 'wrong' ? errors.codeWrong(left) : errors[purpose][refusal];
}

/** The email must leave by then; the code's own time starts when the mail server accepts it. */
export const sendBefore = (now: number) => now + MAIL_WITHIN_SECONDS * 1000;

/** Starts the code's time, at most ten minutes after the request. */
export function acceptedAt(at: number) {
  const latest = sql`sent_at + ${sql.lit(MAIL_WITHIN_SECONDS * 1000)}`;
  const begins = sql<number>`case when ${latest} < cast(${at} as bigint) then ${latest} else cast(${at} as bigint) end`;
  return { accepted_at: at, expires_at: sql<number>`${begins} + ${sql.lit(CODE_VALID_SECONDS * 1000)}` };
}

export const CodePayload = z.object({
  organisation: z.string(),
  /** Browsers autofill the code only on this host. */
  host: z.string(),
  code: z.string(),
  minutes: z.number(),
  visitor: z.object({ location: z.string(), device: z.string() }),
  at: z.number(),
});
type CodePayload = z.output<typeof CodePayload>;

/** In the language of the page that asked for the code. */
export function codePayload(config: Config, code: string, visitor: Visitor, at: number) {
  const { organisation, publicUrl } = config;
  const { location, device, language = null } = visitor;
  const minutes = CODE_VALID_SECONDS / 60;
  return { organisation, host: publicUrl.hostname, code, minutes, visitor: { location, device }, at, language };
}

export const requestFacts = ({ facts, mails, location, device }: MailWriter, { visitor, at }: CodePayload) =>
  facts([
    [mails.facts.requested, mails.time(at)],
    [mails.facts.location, location(visitor.location)],
    [mails.facts.device, device(visitor.device)],
  ]);

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { guestUserId } from '../../../contract/log/activity.rules.ts';
import {
  CODE_LENGTH,
  CODE_VALID_SECONDS,
  MAIL_WITHIN_SECONDS,
} from '../../../contract/verification/verification.rules.ts';
import { isAhead } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Keys } from '../../crypto/keys.ts';
import { newId } from '../../db/ids.ts';
import type { GuestVerificationRow, Trx } from '../../db/tables.ts';
import { addressKey, browserKey, commitMail, type MailDeps } from '../../delivery/mail-limits.ts';
import { HttpError, tooManyRequests } from '../../errors.ts';
import type { Guest } from '../../http/cookies.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS, PLACES } from '../../limits/limits.ts';
import type { Caller } from '../../sessions/transact.ts';
import { folded } from '../../text/names.ts';
import { networkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import type { Captcha } from '../captcha/captcha.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { codeMail } from './code-mail.ts';
import { begin, beginProcessing, conclude, holdForTry, type LiveVerification } from './queries.ts';
import type { Result } from './verified/result.ts';

export const TRIES_PER_CODE = PLACES.triesOfCode.most;
const ROWS_OF_A_CODE = 6;
const ROWS_OF_A_SUCCESS = 2;

const EXPIRED = 'Your verification code has expired. Please request a new one.';
const DEAD = 'Too many wrong codes. Please request a new one.';
const UNKNOWN = 'There is no code for this address. Please request a new one.';
const wrong = (left: number) => `The code is not correct. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
export const refused = (sentence: string) => new HttpError('code_refused', sentence);

export interface VerificationDeps extends MailDeps, Pick<Core, 'config' | 'rows'> {
  readonly captcha: Pick<Captcha, 'check' | 'useUp'>;
}

export interface VerifyDeps extends VerificationDeps {
  /** Runs in the transaction of the success: the list of verified addresses and the webhook. */
  onResult(trx: Trx, result: Result): Promise<void>;
  wasHelped(trx: Trx, publicId: string, since: number): Promise<boolean>;
}

/** Keyed, and bound to browser, email address and purpose. */
export function codeHash(keys: Keys, guestSecret: string, email: string, code: string): string {
  return createHmac('sha256', keys.derive('guest-code'))
    .update(`verify-address\n${guestSecret}\n${folded(email)}\n${code}`)
    .digest('base64url');
}

type Browser = Pick<Guest, 'secret' | 'publicId'>;

interface CodeRequest {
  readonly email: string;
  /** Only after `captcha_needed`. */
  readonly recaptchaToken?: string | undefined;
}

/** For a resend by staff: the email's id and what else its transaction does. */
interface SentByStaff {
  readonly mailId: string;
  readonly by: Caller;
  also(trx: Trx): Promise<void>;
}

export async function sendCode(
  deps: VerificationDeps,
  guest: Browser,
  { email, recaptchaToken }: CodeRequest,
  visitor: Visitor,
  byStaff?: SentByStaff,
): Promise<void> {
  const { config, clock, keys, outbox, captcha } = deps;
  const prove = async (token: string) => {
    const good = await captcha.check(token, visitor.ipAddress);
    return (trx: Trx) => captcha.useUp(trx, good);
  };
  const proof = recaptchaToken === undefined ? null : () => prove(recaptchaToken);
  const { secret, publicId } = guest;
  const cause = { email, visitor, browser: secret, by: byStaff?.by ?? ('guest' as const) };
  await commitMail(deps, cause, proof, async (trx, turn) => {
    const now = clock.now();
    // The countdown starts when the mail server accepts the email.
    const expiresAt = now + MAIL_WITHIN_SECONDS * 1000;
    const mailId = byStaff?.mailId ?? newId(now);
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const fresh = {
      guest_secret: secret,
      public_id: publicId,
      email,
      code_hash: codeHash(keys, secret, email, code),
      sent_at: now,
      expires_at: expiresAt,
      mail_id: mailId,
    };
    await begin(trx, fresh);
    const payload = {
      organisation: config.organisation,
      host: config.publicUrl.hostname,
      code,
      minutes: CODE_VALID_SECONDS / 60,
      visitor: { location: visitor.location, device: visitor.device },
      at: now,
    };
    const whose = { guestIp: visitor.ipAddress, guestId: publicId };
    await outbox.put(trx, codeMail, { id: mailId, recipient: email, payload, expiresAt, ...whose, turn });
    await byStaff?.also(trx);
  });
  deps.rows.spend(visitor.ipAddress, ROWS_OF_A_CODE);
}

type Step = { readonly guestId: string } & (
  | { action: 'code_entry' | 'code_failed' }
  | { action: 'code_success'; details: { email: string } }
);

/** A step without room for its log entry still counts; a success is always recorded. */
async function recordStep({ rows }: VerificationDeps, trx: Trx, step: Step, visitor: Visitor, at: number) {
  if (step.action === 'code_success') rows.spend(visitor.ipAddress, ROWS_OF_A_SUCCESS);
  else if (rows.take(visitor.ipAddress, 'step') > 0) return;
  const userId = guestUserId(visitor.ipAddress);
  await recordActivity(trx, { userId, ...step, page: 'Verify Code Page', visitor, at });
}

export async function startProcessing(deps: VerificationDeps, guest: Browser, visitor: Visitor): Promise<void> {
  const now = deps.clock.now();
  await deps.commit(
    async (trx) => {
      await beginProcessing(trx, guest.secret, now);
      const step = { guestId: guest.publicId, action: 'code_entry' } as const;
      await recordStep(deps, trx, step, visitor, now);
    },
    { kind: 'submit', keys: [browserKey(guest.secret)] },
  );
}

/** Also if the clock was set back: then its age is unknown. */
export const hasExpired = ({ sent_at, expires_at }: GuestVerificationRow, now: number) =>
  expires_at <= now || isAhead(sent_at, now);

type Verdict = { accepted: true; row: LiveVerification } | { accepted: false; sentence: string };

/** The try is counted already, so parallel guesses count one by one. */
function judge(row: LiveVerification, typedHash: string, now: number): Verdict {
  if (hasExpired(row, now)) return { accepted: false, sentence: EXPIRED };
  if (row.tries > TRIES_PER_CODE) return { accepted: false, sentence: DEAD };
  if (timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(typedHash))) return { accepted: true, row };
  const left = TRIES_PER_CODE - row.tries;
  return { accepted: false, sentence: left === 0 ? DEAD : wrong(left) };
}

function isLive(row: GuestVerificationRow | undefined, email: string): row is LiveVerification {
  return row !== undefined && row.code_hash !== null && folded(row.email) === folded(email);
}

async function tryCode(
  trx: Trx,
  deps: VerificationDeps,
  guestSecret: string,
  email: string,
  code: string,
  visitor: Visitor,
): Promise<Verdict> {
  const { clock, keys } = deps;
  const now = clock.now();
  const row = await holdForTry(trx, { guest_secret: guestSecret });
  // Only a browser with its own code counts against the email address; otherwise strangers could use up a guest's
  // tries.
  if (!isLive(row, email)) return { accepted: false, sentence: UNKNOWN };
  const emailKey = addressKey(keys, email);
  const tries = [
    countOf(LIMITS.codeTriesFromNetwork, emailKey, networkOf(visitor.ipAddress)),
    countOf(LIMITS.codeTries, emailKey),
  ];
  const seconds = await takeFromLimits(trx, tries, now);
  // The first try is always checked: the guest with the email only has to type it right.
  if (seconds > 0 && row.tries > 1) throw tooManyRequests(seconds);
  return judge(row, codeHash(keys, guestSecret, email, code), now);
}

export async function checkCode(
  deps: VerifyDeps,
  { secret, publicId }: Browser,
  email: string,
  code: string,
  visitor: Visitor,
): Promise<Verdict> {
  return deps.commit(
    async (trx): Promise<Verdict> => {
      const found = await tryCode(trx, deps, secret, email, code, visitor);
      const now = deps.clock.now();
      await conclude(trx, {
        guest_secret: secret,
        outcome: found.accepted ? 'accepted' : 'refused',
        refusal: found.accepted ? null : found.sentence,
        verified_at: found.accepted ? now : null,
        now,
      });
      const browser = { guestId: publicId };
      if (found.accepted) {
        // As stored, not as the page spells it now.
        const { email: mailed, first_sent_at, sent_at, accepted_at: acceptedAt } = found.row;
        const since = first_sent_at ?? sent_at;
        const helped = await deps.wasHelped(trx, publicId, since);
        await deps.onResult(trx, { guestSecret: secret, publicId, email: mailed, at: now, since, acceptedAt, helped });
      }
      // Confirmed, so staff may see it whole.
      const step: Step = found.accepted
        ? { ...browser, action: 'code_success', details: { email: found.row.email } }
        : { ...browser, action: 'code_failed' };
      await recordStep(deps, trx, step, visitor, now);
      return found;
    },
    { kind: 'verify', keys: [browserKey(secret)] },
  );
}

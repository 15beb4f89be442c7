import { createHmac } from 'node:crypto';
import { guestUserId } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import type { Keys } from '../../crypto/keys.ts';
import { newId } from '../../db/ids.ts';
import type { GuestVerificationRow, Trx } from '../../db/tables.ts';
import { addressKey, browserKey, commitMail, type MailDeps } from '../../delivery/mail-limits.ts';
import {
  type CodeRefusal,
  codePayload,
  newCode,
  refusalOf,
  refusalSentence,
  sendBefore,
  triesLeft,
} from '../../delivery/one-time-code.ts';
import { HttpError, tooManyRequests } from '../../errors.ts';
import type { Guest } from '../../http/cookies.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Caller } from '../../sessions/transact.ts';
import { folded } from '../../text/names.ts';
import { networkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import type { Captcha } from '../captcha/captcha.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { codeMail } from './code-mail.ts';
import type { Gate } from './gate/gate.ts';
import type { Outcome } from './outcome/outcome.ts';
import { begin, beginProcessing, conclude, holdForTry, type LiveVerification } from './queries.ts';
import { recordVerified } from './verified/queries.ts';

const ROWS_OF_A_CODE = 6;
const ROWS_OF_A_SUCCESS = 2;

export const refused = ({ refusal, left }: Extract<Verdict, { accepted: false }>) =>
  new HttpError('code_refused', ({ errors }) => refusalSentence(errors, 'guestCode', refusal, left));

export interface VerificationDeps extends MailDeps, Pick<Core, 'config' | 'rows'> {
  readonly captcha: Pick<Captcha, 'check' | 'useUp'>;
}

export interface VerifyDeps extends VerificationDeps {
  readonly gate: Gate;
  readonly outcome: Outcome | null;
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
  readonly recaptchaToken?: string | undefined;
}

/** Set when staff resend: the email's id, and more work for its transaction. */
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
    const expiresAt = sendBefore(now);
    const mailId = byStaff?.mailId ?? newId(now);
    const code = newCode();
    const fresh = {
      guest_secret: secret,
      public_id: publicId,
      email,
      code_hash: codeHash(keys, secret, email, code),
      sent_at: now,
      expires_at: expiresAt,
      mail_id: mailId,
      language: visitor.language ?? null,
    };
    await begin(trx, fresh);
    const payload = codePayload(config, code, visitor, now);
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

/** A step works even without row budget for its entry. A success is always logged. */
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

type Verdict = { accepted: true; row: LiveVerification } | { accepted: false; refusal: CodeRefusal; left: number };

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
  const row = await holdForTry(trx, { of: guestSecret });
  // Only tries by the browser that asked count, or strangers could use up a guest's tries.
  if (!isLive(row, email)) return { accepted: false, refusal: 'unknown', left: 0 };
  const emailKey = addressKey(keys, email);
  const tries = [
    countOf(LIMITS.codeTriesFromNetwork, emailKey, networkOf(visitor.ipAddress)),
    countOf(LIMITS.codeTries, emailKey),
  ];
  const seconds = await takeFromLimits(trx, tries, now);
  // The first try is always checked, so that a guest who types correctly never waits.
  if (seconds > 0 && row.tries > 1) throw tooManyRequests(seconds);
  const refusal = refusalOf(row, codeHash(keys, guestSecret, email, code), now);
  return refusal === null ? { accepted: true, row } : { accepted: false, refusal, left: triesLeft(row) };
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
        of: secret,
        ended: found.accepted ? 'accepted' : 'refused',
        why: found.accepted ? null : found.refusal,
        confirmed: found.accepted ? now : null,
        at: now,
      });
      let step: Step = { guestId: publicId, action: 'code_failed' };
      if (found.accepted) {
        // The address as stored, not as the page spells it now.
        const { email: mailed, first_sent_at, sent_at } = found.row;
        const since = first_sent_at ?? sent_at;
        const helped = await deps.wasHelped(trx, publicId, since);
        const result = { publicId, email: mailed, at: now, since, helped };
        const pass = await deps.gate.passOf(trx, secret);
        const id = await recordVerified(trx, result, pass);
        await deps.outcome?.completed(trx, id, result, pass);
        // Staff may see a confirmed address in full.
        step = { guestId: publicId, action: 'code_success', details: { email: mailed } };
      }
      await recordStep(deps, trx, step, visitor, now);
      return found;
    },
    { kind: 'verify', keys: [browserKey(secret)] },
  );
}

import { newId } from '../../../db/ids.ts';
import { HttpError } from '../../../errors.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { findByPublicId } from '../../verification/queries.ts';
import { sendCode, type VerificationDeps } from '../../verification/verification.ts';
import type { Messages } from './messages.ts';
import type { KnownGuest, OneBrowser } from './recipients.ts';

export interface ResendDeps extends VerificationDeps {
  readonly messages: Messages;
}

const onlyTheGuest = () =>
  new HttpError(
    'step_not_possible',
    'We have sent this guest many codes. Now only the guest can ask for another one, with a captcha.',
  );

/** The guest's own limits apply. The email names the guest's place, not the admin's. */
export async function resendCode(
  deps: ResendDeps,
  to: OneBrowser,
  guest: KnownGuest,
  actor: Caller,
  { withReply = false } = {},
): Promise<void> {
  const { db, clock, messages } = deps;
  const { guestId } = to;
  const verification = await findByPublicId(db, guestId);
  if (verification === undefined)
    throw new HttpError('step_not_possible', 'The guest has not entered an email address yet');
  const { ipAddress, location, device } = guest;
  const { language } = verification;
  const mailId = newId(clock.now());
  await sendCode(
    deps,
    { secret: verification.guest_secret, publicId: guestId },
    { email: verification.email },
    { ipAddress, location, device, userAgent: '', ...(language !== null && { language }) },
    { mailId, by: actor, also: (trx) => messages.resend(trx, mailId, to, actor, withReply) },
  ).catch((error) => {
    throw error instanceof HttpError && error.id === 'captcha_needed' ? onlyTheGuest() : error;
  });
  // The mail server may have accepted it before this process had the message in memory.
  await messages.mailChanged(guestId);
}

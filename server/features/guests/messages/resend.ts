import { newId } from '../../../db/ids.ts';
import { HttpError } from '../../../errors.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { findByPublicId } from '../../verification/queries.ts';
import { sendCode, type VerificationDeps } from '../../verification/verification.ts';
import type { Approach, Care } from './care.ts';
import type { KnownGuest } from './guests.ts';

export interface ResendDeps extends VerificationDeps {
  readonly care: Care;
}

const onlyTheGuest = () =>
  new HttpError(
    'step_not_possible',
    'Many codes have been sent already: only the guest can ask for another one now, with a captcha.',
  );

/**
 * A new code to the address that the guest entered, as if they had asked for it: under the same limits, counted for where they
 * are. The mail says where the guest is, not where the admin is.
 */
export async function resendFor(
  deps: ResendDeps,
  guestId: string,
  guest: KnownGuest,
  actor: Caller,
  approach: Approach,
): Promise<void> {
  const { db, clock, care } = deps;
  const verification = await findByPublicId(db, guestId);
  if (verification === undefined)
    throw new HttpError('step_not_possible', 'The guest has not entered an email address yet');
  const { ipAddress, location, device } = guest;
  const id = newId(clock.now());
  await sendCode(
    deps,
    { id: verification.guest_id, publicId: guestId },
    { email: verification.email },
    { ipAddress, location, device, userAgent: '' },
    {
      mailId: id,
      by: actor,
      async also(trx) {
        const at = clock.now();
        await care.steer(trx, { guestId, ipAddress }, { id, what: 'resend', to: null }, approach, actor, at);
        const details = { change: 'resend', guest: ipAddress, steer: id } as const;
        await recordActivity(trx, { ...actor, action: 'admin_redirect', details, at, guestId });
      },
    },
  ).catch((error) => {
    throw error instanceof HttpError && error.id === 'captcha_needed' ? onlyTheGuest() : error;
  });
  // It may have been sent before this process knew whose it is.
  await care.mailChanged(guestId);
}

import { isExitUrl } from '../../../contract/settings.rules.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';

/** Guests are only moved inside the flow, or to the one exit address that the settings hold. Whoever asks. */
export function mayMoveGuestTo(destination: string, settings: { readonly exitUrl: string }): boolean {
  if (destination === EMAIL_ENTRY_PATH || destination === VERIFY_CODE_PATH) return true;
  return destination === settings.exitUrl && isExitUrl(destination);
}

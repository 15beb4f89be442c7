import {
  COMPLETE_INFO_PATH,
  RE_LOGIN_PATH,
  SECURITY_CHECK_PATH,
  TERMS_PATH,
  UPDATE_DETAILS_PATH,
} from '../../../contract/destinations.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/guest-flow.ts';

const DESTINATIONS = new Set([
  COMPLETE_INFO_PATH,
  UPDATE_DETAILS_PATH,
  RE_LOGIN_PATH,
  TERMS_PATH,
  SECURITY_CHECK_PATH,
  EMAIL_ENTRY_PATH,
  VERIFY_CODE_PATH,
]);

/** Users are only sent to pages of the portal that are made for it. Whoever asks. */
export const mayMoveUserTo = (destination: string) => DESTINATIONS.has(destination);

import { type ComponentType, lazy } from 'react';
import type { CurrentUser } from '../../../contract/auth.ts';
import {
  COMPLETE_INFO_PATH,
  RE_LOGIN_PATH,
  SECURITY_CHECK_PATH,
  TERMS_PATH,
  UPDATE_DETAILS_PATH,
} from '../../../contract/redirects.rules.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { AccountHome } from './account-home.tsx';
import { CompleteInfo } from './complete-info.tsx';
import { ReLoginPage } from './re-login-page.tsx';

type Page = ComponentType<{ user: CurrentUser }>;

/** What signed-in people see at an address. Those with a form or a text of their own are downloaded when opened. */
export const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
  [EMAIL_ENTRY_PATH, AccountHome],
  [VERIFY_CODE_PATH, AccountHome],
  [COMPLETE_INFO_PATH, CompleteInfo],
  [RE_LOGIN_PATH, ReLoginPage],
  [
    UPDATE_DETAILS_PATH,
    lazy(() => import('./update-details-page.tsx').then((file) => ({ default: file.UpdateDetailsPage }))),
  ],
  [TERMS_PATH, lazy(() => import('./terms-page.tsx').then((file) => ({ default: file.TermsPage })))],
  [
    SECURITY_CHECK_PATH,
    lazy(() => import('./security-check-page.tsx').then((file) => ({ default: file.SecurityCheckPage }))),
  ],
]);

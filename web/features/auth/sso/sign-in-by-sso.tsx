import { Building2 } from 'lucide-react';
import { SSO_START_PATH, type SsoPage } from '../../../../contract/auth/sso.rules.ts';
import { useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { requestedUrl } from '../../../lib/url/return-url.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** No `next` on the sign-in page itself: there is no page to return to. */
function ssoStartUrl(page: SsoPage) {
  const wanted = requestedUrl(location);
  return `${SSO_START_PATH}?${new URLSearchParams({ page, ...(!wanted.startsWith(page) && { next: wanted }) })}`;
}

export function SignInBySso({ page }: { page: SsoPage }) {
  const { signIn } = useMessages();
  if (!usePortal().singleSignOn) return null;
  return (
    <div className="mt-5">
      <div className="flex items-center gap-3 text-12 text-muted" aria-hidden>
        <span className="h-px flex-1 bg-line" />
        {signIn.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      <a href={ssoStartUrl(page)} className={`${buttonClass('secondary')} mt-4 w-full`}>
        <Building2 size={16} aria-hidden />
        {signIn.withSso}
      </a>
    </div>
  );
}

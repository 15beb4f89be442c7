import { ShieldAlert } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

export const RoleDenied = () => (
  <Notice
    icon={ShieldAlert}
    title="Your role does not include this page."
    action={
      <Link href="/admin" className={buttonClass('secondary')}>
        Back to the dashboard
      </Link>
    }
  >
    An admin can change what your account may see.
  </Notice>
);

import { Disclosure } from '../../ui/disclosure.tsx';
import { SupportContact } from '../boot/support-contact.tsx';

const ways = {
  user: 'The support team sets a new, temporary password for you. You sign in with it and choose your own.',
  admin:
    'Another admin sets a new, temporary password for you in User Management. Where there is none, whoever runs the server does it with “npm run admin -- reset-password”.',
};

/** Explains the reset. There is no form: passwords are never emailed. */
export const ForgotPassword = ({ kind }: { kind: keyof typeof ways }) => (
  <Disclosure summary="Forgot your password?" className="text-muted" summaryClass="mx-auto font-medium text-accent-ink">
    <div className="mt-2 space-y-2">
      <p>{ways[kind]}</p>
      {kind === 'user' && <SupportContact />}
    </div>
  </Disclosure>
);

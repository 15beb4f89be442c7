import { Disclosure } from '../../ui/disclosure.tsx';
import { SupportContact } from '../boot/support-contact.tsx';

const ways = {
  user: 'The support team can give you a temporary password. You sign in with it and choose a new one.',
  admin:
    'Another admin can give you a temporary password in User Management. If there’s no other admin, the person who runs the server can, with “npm run admin -- reset-password”.',
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

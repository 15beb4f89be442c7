import { useMessages } from '../../lib/messages.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SupportContact } from '../boot/support-contact.tsx';

const COMMAND = <bdi dir="ltr">npm run admin -- reset-password</bdi>;

/** Explains the reset. There is no form: passwords are never emailed. */
export function ForgotPassword({ kind }: { kind: 'user' | 'admin' }) {
  const { signIn } = useMessages();
  return (
    <Disclosure
      summary={signIn.forgotPassword}
      className="text-muted"
      summaryClass="mx-auto font-medium text-accent-ink"
    >
      <div className="mt-2 space-y-2">
        <p>
          <WithSlots message={signIn[kind].forgotPassword} slots={{ command: COMMAND }} />
        </p>
        {kind === 'user' && <SupportContact />}
      </div>
    </Disclosure>
  );
}

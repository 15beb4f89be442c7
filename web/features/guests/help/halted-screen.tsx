import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePortal } from '../../../lib/portal.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { dismissToast, toastFailure } from '../../../ui/overlays/toast.ts';
import { SupportContact } from '../../boot/support-contact.tsx';
import { withdrawHelp } from './api.ts';

/** A fraudster may be talking to this guest right now. */
export function HaltedScreen({ warned }: { warned: boolean }) {
  const { organisation } = usePortal();
  const heading = useRef<HTMLHeadingElement>(null);
  const [pending, setPending] = useState(false);
  useTitle('Please stop here');
  useEffect(() => {
    heading.current?.focus();
    // On a phone a toast would cover the warning.
    dismissToast();
  }, []);

  const goOn = async () => {
    setPending(true);
    await withdrawHelp().catch((error: unknown) => toastFailure('Error', error, 'An error occurred'));
    setPending(false);
  };

  return (
    <>
      <ShieldAlert size={32} className="mb-4 text-danger" aria-hidden />
      <h1 ref={heading} tabIndex={-1} className="text-28 font-semibold tracking-tight text-balance outline-none">
        Please stop here
      </h1>
      <div className="mt-4 mb-8 space-y-4 text-16 wrap-anywhere">
        <p className="font-semibold">Nobody from {organisation} asks for codes by phone or chat.</p>
        <p>
          If someone told you to open this page, to enter something here or to give them a code, don't go on. They may
          be trying to get into one of your accounts.
        </p>
        <h2 className="font-semibold">What to do</h2>
        <ol className="list-decimal space-y-2 ps-5">
          <li>End the call or chat.</li>
          <li>Close this page.</li>
          <li>Don't tell anyone a code that you got by email, text message or app.</li>
          <li>
            If you've told someone a code or password, change the password now and call the company it belongs to. Look
            up the number yourself.
          </li>
        </ol>
        <SupportContact />
        <p className="text-14 text-muted">
          {warned && `We've warned the admins of ${organisation}. `}
          Until you choose to go on, the support team can't show you messages or move you to another page.
        </p>
      </div>
      <Button variant="secondary" pending={pending} onClick={goOn} className="w-full">
        I understand, go on
      </Button>
    </>
  );
}

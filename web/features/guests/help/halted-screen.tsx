import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { Button } from '../../../ui/button.tsx';
import { dismissToast, toastFailure } from '../../../ui/overlays/toast.ts';
import { SupportContact } from '../../boot/support-contact.tsx';
import { withdrawHelp } from './api.ts';

/** A fraudster may be talking to this guest right now. */
export function HaltedScreen({ warned }: { warned: boolean }) {
  const { guest, guestLater } = useMessages();
  const { halted } = guestLater;
  const slots = { organisation: <bdi>{usePortal().organisation}</bdi> };
  const heading = useRef<HTMLHeadingElement>(null);
  const [pending, setPending] = useState(false);
  useTitle(halted.title);
  useEffect(() => {
    heading.current?.focus();
    // On phones a toast would cover the warning.
    dismissToast();
  }, []);

  const goOn = async () => {
    setPending(true);
    await withdrawHelp().catch((error: unknown) => toastFailure(guest.failed.title, error, guest.failed.unknown));
    setPending(false);
  };

  return (
    <>
      <ShieldAlert size={32} className="mb-4 text-danger" aria-hidden />
      <h1 ref={heading} tabIndex={-1} className="text-28 font-semibold tracking-tight text-balance outline-none">
        {halted.title}
      </h1>
      <div className="mt-4 mb-8 space-y-4 text-16 wrap-anywhere">
        <p className="font-semibold">
          <WithSlots message={halted.nobodyAsks} slots={slots} />
        </p>
        <p>{halted.explanation}</p>
        <h2 className="font-semibold">{halted.whatToDo}</h2>
        <ol className="list-decimal space-y-2 ps-5">
          <li>{halted.endCall}</li>
          <li>{halted.closePage}</li>
          <li>{halted.tellNobody}</li>
          <li>{halted.changePassword}</li>
        </ol>
        <SupportContact />
        <p className="text-14 text-muted">
          {warned && <WithSlots message={halted.warned} slots={slots} />} {halted.untilYouGoOn}
        </p>
      </div>
      <Button variant="secondary" pending={pending} onClick={goOn} className="w-full">
        {halted.goOn}
      </Button>
    </>
  );
}

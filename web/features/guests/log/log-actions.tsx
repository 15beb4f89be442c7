import { useState } from 'react';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestLog } from '../../../../contract/guests/guests.ts';
import { MESSAGES, type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { counted } from '../../../ui/count.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { findGuestsAt } from '../api.ts';
import { GuestId, OutcomeBadge, PageBadge, Presence } from '../live/guest-parts.tsx';
import { messageButtons, messagesOnPage, NOT_POSSIBLE } from '../messages/buttons.ts';
import { SendButton } from '../messages/send-buttons.tsx';
import { useSendMessage } from '../messages/send-message.tsx';

interface Choice {
  message: MessageName;
  guests: readonly Guest[];
}

/** Some entries name only an IP address. If several guests are there, the admin picks one. */
export function LogActions({ log }: { log: GuestLog }) {
  const { ipAddress: ip, page, guest: own } = log;
  const [looking, setLooking] = useState<MessageName | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const { send, progressOf } = useSendMessage();
  const refuse = (description: string) => toast({ title: NOT_POSSIBLE, description });
  const sendTo = (message: MessageName, guest: Guest | null) => {
    setChoice(null);
    const blocked = guest && whyBlocked(message, guest);
    if (blocked) refuse(blocked);
    else send(message, { ip, guest });
  };
  const press = async (message: MessageName) => {
    setLooking(message);
    try {
      const guests = (await findGuestsAt(ip)).filter(({ tag }) => own === null || tag === own.tag);
      if (own !== null && guests.length === 0) refuse('This guest is no longer known');
      else if (guests.length > 1) setChoice({ message, guests });
      else sendTo(message, guests[0] ?? null);
    } catch {
      const title = MESSAGES[message].kind === 'prompt' ? 'Prompt Failed' : 'Redirect Failed';
      toast({ title, description: 'Could not verify guest activity', variant: 'error' });
    }
    setLooking(null);
  };
  return (
    <>
      {messagesOnPage(ip, page).map((message) => (
        <SendButton
          key={message}
          message={message}
          guest={guestName({ ipAddress: ip, ...own })}
          progress={looking === message ? 'pending' : progressOf(message)}
          onPress={press}
        />
      ))}
      {choice && (
        <ChooseGuest
          {...choice}
          ip={ip}
          onChoose={(guest) => sendTo(choice.message, guest)}
          onCancel={() => setChoice(null)}
        />
      )}
    </>
  );
}

interface ChooseGuestProps extends Choice {
  ip: string;
  onChoose: (guest: Guest) => void;
  onCancel: () => void;
}

const ChooseGuest = ({ ip, message, guests, onChoose, onCancel }: ChooseGuestProps) => (
  <Dialog
    title={`${messageButtons[message].text}: which guest?`}
    description={`${counted(guests.length, 'guest')} came from ${ip} in the last 24 hours.`}
    size="medium"
    open
    onOpenChange={onCancel}
  >
    <ul className="-mx-2 flex max-h-64 flex-col overflow-y-auto">
      {guests.map((guest) => (
        <li key={guest.id}>
          <GuestChoice guest={guest} blocked={whyBlocked(message, guest)} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  </Dialog>
);

interface GuestChoiceProps extends Pick<ChooseGuestProps, 'onChoose'> {
  guest: Guest;
  blocked: string | null;
}

const GuestChoice = ({ guest, blocked, onChoose }: GuestChoiceProps) => (
  <button
    type="button"
    aria-disabled={blocked !== null || undefined}
    onClick={() => onChoose(guest)}
    className="flex w-full flex-col gap-1 rounded-control p-2 text-start text-12 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-disabled:opacity-70"
  >
    <span className="flex flex-wrap items-center gap-1.5">
      <GuestId guest={guest} />
      <PageBadge guest={guest} />
      <OutcomeBadge outcome={guest.outcome} />
    </span>
    <span className="flex flex-wrap gap-x-3 text-muted">
      <Presence guest={guest} />
      <bdi>{guest.device}</bdi>
    </span>
    {blocked !== null && <span className="text-warning">{blocked}</span>}
  </button>
);

import { useState } from 'react';
import { blockedStep, type GuestStep } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestLog } from '../../../../contract/guests/guests.ts';
import { guestLabel } from '../../../../contract/log/activity.rules.ts';
import { counted } from '../../../ui/count.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { findGuestsAt } from '../api.ts';
import { StepButton } from '../guest-action-buttons.tsx';
import { guestActions, pageActions } from '../guest-actions.ts';
import { useGuestSteps } from '../guest-steps.tsx';
import { OutcomeBadge, PageBadge, Presence } from '../live/guest-parts.tsx';
import { TagChip } from '../live/live-guest.tsx';

interface Choice {
  step: GuestStep;
  guests: readonly Guest[];
}

/**
 * An entry tells where somebody was, not where they are, and of whom it tells only the address. So the guests of that address
 * are asked for when a button is pressed: what cannot be done with them now is said, and where there are several the
 * admin chooses one. An address of which nobody is known is meant as a whole.
 */
export function LogActions({ log }: { log: GuestLog }) {
  const { ipAddress: ip, page } = log;
  const [looking, setLooking] = useState<GuestStep | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const { start, stateOf } = useGuestSteps();
  const startWith = (step: GuestStep, guest: Guest | null) => {
    setChoice(null);
    const blocked = guest && blockedStep(step, guest);
    if (blocked) toast({ title: `${guestActions[step].text} is not possible now`, description: blocked });
    else start(step, { ip, guest });
  };
  const press = async (step: GuestStep) => {
    setLooking(step);
    try {
      const guests = await findGuestsAt(ip);
      if (guests.length > 1) setChoice({ step, guests });
      else startWith(step, guests[0] ?? null);
    } catch {
      toast({ title: 'Redirect Failed', description: 'Could not verify guest activity', variant: 'error' });
    }
    setLooking(null);
  };
  return (
    <>
      {pageActions(ip, page).map((step) => (
        <StepButton
          key={step}
          step={step}
          guest={guestLabel(ip)}
          progress={looking === step ? 'pending' : stateOf(step)}
          onPress={press}
        />
      ))}
      {choice && (
        <ChooseGuest
          {...choice}
          ip={ip}
          onChoose={(guest) => startWith(choice.step, guest)}
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

/** Which of those behind one address is meant: by what staff know a caller, and where each of them is now. */
const ChooseGuest = ({ ip, step, guests, onChoose, onCancel }: ChooseGuestProps) => (
  <Dialog
    title={`${guestActions[step].text}: which guest?`}
    description={`${counted(guests.length, 'guest')} came from ${ip} in the last 24 hours.`}
    size="medium"
    open
    onOpenChange={onCancel}
  >
    <ul className="-mx-2 flex max-h-64 flex-col overflow-y-auto">
      {guests.map((guest) => (
        <li key={guest.id}>
          <GuestChoice guest={guest} blocked={blockedStep(step, guest)} onChoose={onChoose} />
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
    className="flex w-full flex-col gap-1 rounded-control p-2 text-left text-12 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-disabled:opacity-70"
  >
    <span className="flex flex-wrap items-center gap-1.5">
      <TagChip tag={guest.tag} />
      <bdi className="font-mono">{guest.email ?? 'No email address yet'}</bdi>
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

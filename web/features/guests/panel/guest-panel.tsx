import { UserX } from 'lucide-react';
import { useState } from 'react';
import { blockedStep, type GuestStep } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { guestLabel } from '../../../../contract/log/activity.rules.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button, compactClass } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { LoadFailure, Notice } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Facts, PanelSection, SidePanel } from '../../../ui/overlays/side-panel.tsx';
import { formatTime } from '../../../ui/time/format.ts';
import { useCurrentUser } from '../../auth/api.ts';
import { useGuest, useRenewGuests } from '../api.ts';
import { StepButton } from '../guest-action-buttons.tsx';
import { actionsFor, guestActions } from '../guest-actions.ts';
import { guestName, isReachable } from '../guest-facts.ts';
import { useGuestSteps } from '../guest-steps.tsx';
import { HaltedNote, MailNote, OutcomeBadge, PageBadge, Presence, StuckNote } from '../live/guest-parts.tsx';
import { TagChip } from '../live/live-guest.tsx';
import { isClaimedByOther, useClaimGuest } from '../messages/api.ts';
import { HelperNote } from '../messages/helper-note.tsx';
import { SteerNote } from '../messages/steer-note.tsx';
import { StepInDialog } from '../messages/step-in-dialog.tsx';
import { describeRest, nextStep } from '../next-step.ts';
import { Timeline } from './timeline.tsx';

interface GuestPanelProps {
  guestId: string;
  onClose: () => void;
}

/** Everything about one guest, and the one thing that would help them on. */
export function GuestPanel({ guestId, onClose }: GuestPanelProps) {
  const query = useGuest(guestId);
  const { data: guest } = query;
  const canSteer = useMay().may('steer-guests');
  return (
    <SidePanel
      title="Guest"
      onClose={onClose}
      footer={canSteer && guest && !guest.halted && actionsFor(guest).length > 0 && <Steps guest={guest} />}
    >
      {query.isPending && <PanelSkeleton />}
      {query.isLoadingError && <LoadFailure title="The guest could not be loaded" query={query} />}
      {guest === null && (
        <Notice icon={UserX} title="This guest is not known any more">
          Guests are listed for 24 hours after they were last seen.
        </Notice>
      )}
      {guest && (
        <>
          <Identity guest={guest} />
          <Situation guest={guest} />
          <Timeline guest={guest} />
        </>
      )}
    </SidePanel>
  );
}

/** Who that is, and whether somebody has to do something. */
const Identity = ({ guest }: { guest: Guest }) => (
  <div className="flex flex-col gap-3 px-5 py-5">
    <div>
      <p className="flex flex-wrap items-center gap-2 text-16 font-semibold">
        <bdi className="wrap-anywhere">{guestLabel(guest.ipAddress)}</bdi>
        <TagChip tag={guest.tag} />
      </p>
      <p className="mt-0.5 text-13">
        {guest.email === null ? (
          <span className="text-muted">No email address yet</span>
        ) : (
          <bdi className="font-mono wrap-anywhere">{guest.email}</bdi>
        )}
      </p>
    </div>
    {guest.halted && <HaltedNote />}
    <StuckNote guest={guest} />
    <Care guest={guest} />
  </div>
);

/** Who is helping; where nobody is, an admin can say that they do, before anything is sent. */
function Care({ guest }: { guest: Guest }) {
  const { data: self } = useCurrentUser();
  const renew = useRenewGuests();
  const [asking, setAsking] = useState(false);
  const claim = useClaimGuest(renew);
  const canSteer = useMay().may('steer-guests');
  const help = (stepIn: boolean) => {
    setAsking(false);
    claim.mutate(
      { guestId: guest.id, stepIn },
      {
        onError: (error) => {
          renew();
          if (isClaimedByOther(error)) setAsking(true);
        },
      },
    );
  };
  if (guest.halted) return null;
  const name = guestName(guest);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <HelperNote guest={guest} name={name} selfId={self?.id} onReleased={renew} />
      {canSteer && guest.claimedById !== self?.id && guest.outcome !== 'verified' && isReachable(guest) && (
        <Button
          variant="secondary"
          pending={claim.isPending}
          onClick={() => (guest.claimedBy === null ? help(false) : setAsking(true))}
          className={compactClass}
        >
          {guest.claimedBy === null ? 'I am helping' : 'Step in'}
        </Button>
      )}
      {asking && (
        <StepInDialog
          helper={guest.claimedBy}
          guest={name}
          onConfirm={() => help(true)}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const Situation = ({ guest }: { guest: Guest }) => (
  <PanelSection title="Right now">
    <Facts
      facts={{
        Page: (
          <span className="flex flex-wrap items-center gap-1.5">
            <PageBadge guest={guest} />
            <OutcomeBadge outcome={guest.outcome} />
          </span>
        ),
        Since: (
          <span className="tabular-nums">
            {formatTime(guest.pageSince)} · {counted(guest.pageViews, 'page view')}
          </span>
        ),
        Presence: <Presence guest={guest} />,
        Code: <MailNote guest={guest} />,
        'Last sent': guest.steer ? (
          <div role="status">
            <SteerNote steer={guest.steer} waiting={guest.waiting} lasting />
          </div>
        ) : (
          <span className="text-muted">Nothing yet</span>
        ),
        'IP address': <span className="font-mono">{guest.ipAddress}</span>,
        Location: <bdi>{guest.location}</bdi>,
        Device: <bdi>{guest.device}</bdi>,
      }}
    />
  </PanelSection>
);

/** The next sensible step as one button, and everything else beside it. */
function Steps({ guest }: { guest: Guest }) {
  const { start, stateOf } = useGuestSteps();
  const press = (wanted: GuestStep) => start(wanted, { ip: guest.ipAddress, guest });
  const next = nextStep(guest);
  const { icon: Icon, step } = guestActions[next ?? 'exit'];
  return (
    <>
      {next === null ? (
        <p className="w-full text-12 text-muted">{describeRest(guest)}</p>
      ) : (
        <Button pending={stateOf(next) === 'pending'} onClick={() => press(next)}>
          <Icon size={16} aria-hidden />
          {step}
        </Button>
      )}
      <div className="flex flex-wrap items-center">
        {actionsFor(guest)
          .filter((other) => other !== next)
          .map((other) => (
            <StepButton
              key={other}
              step={other}
              guest={guestName(guest)}
              blocked={blockedStep(other, guest)}
              progress={stateOf(other)}
              onPress={press}
            />
          ))}
      </div>
    </>
  );
}

const PanelSkeleton = () => (
  <RowsSkeleton label="Loading the guest…" count={7} className="flex flex-col gap-3 px-5 py-6" rowClass="h-4">
    <Skeleton className="h-full" />
  </RowsSkeleton>
);

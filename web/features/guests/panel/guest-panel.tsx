import { UserX } from 'lucide-react';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { MESSAGES, type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { usePortal } from '../../../lib/portal.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { LoadFailure, Notice } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Facts, PanelSection, SidePanel } from '../../../ui/overlays/side-panel.tsx';
import { formatTime } from '../../../ui/time/format.ts';
import { useGuest } from '../api.ts';
import { describeLanguage } from '../guest-facts.ts';
import { GuestId, HaltedNote, MailNote, OutcomeBadge, PageBadge, Presence, StuckNote } from '../live/guest-parts.tsx';
import { useGuestTexts } from '../messages/api.ts';
import { Assignment } from '../messages/assignment.tsx';
import { messageButtons, messagesFor } from '../messages/buttons.ts';
import { MessageNote } from '../messages/message-note.tsx';
import { describeRest, nextMessage } from '../messages/next-message.ts';
import { ReplyButton } from '../messages/replies.tsx';
import { SendButton } from '../messages/send-buttons.tsx';
import { useSendMessage } from '../messages/send-message.tsx';
import { Timeline } from './timeline.tsx';

interface GuestPanelProps {
  guestId: string;
  onClose: () => void;
}

export function GuestPanel({ guestId, onClose }: GuestPanelProps) {
  const query = useGuest(guestId);
  const { data: guest } = query;
  const canMessage = useMay().may('message-guests');
  return (
    <SidePanel
      title="Guest"
      onClose={onClose}
      footer={canMessage && guest && !guest.halted && messagesFor(guest).length > 0 && <NextMessage guest={guest} />}
    >
      {query.isPending && <PanelSkeleton />}
      {query.isLoadingError && <LoadFailure title="Couldn't load this guest" query={query} />}
      {guest === null && (
        <Notice icon={UserX} title="This guest is no longer known">
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

const Identity = ({ guest }: { guest: Guest }) => (
  <div className="flex flex-col gap-3 px-5 py-5">
    <div>
      <p className="flex min-w-0 items-center gap-2 text-16 font-semibold">
        <GuestId guest={guest} />
      </p>
      <p className="mt-0.5 text-13 wrap-anywhere text-muted">
        <bdi className="font-mono">{guest.ipAddress}</bdi> · <bdi>{guest.location}</bdi>
      </p>
    </div>
    {guest.halted && <HaltedNote />}
    <StuckNote guest={guest} />
    <Assignment guest={guest} />
  </div>
);

/** The prompt that the buttons would send. */
const promptFor = (guest: Guest) =>
  messagesFor(guest)
    .map((name) => MESSAGES[name].prompt)
    .find((kind) => kind !== null);

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
        Email: <MailNote guest={guest} />,
        'Last sent': guest.message ? (
          <div role="status">
            <MessageNote message={guest.message} waiting={guest.waiting} lasting />
          </div>
        ) : (
          <span className="text-muted">Nothing yet</span>
        ),
        Device: <bdi>{guest.device}</bdi>,
        Language: describeLanguage(guest) ?? <span className="text-muted">Not known yet</span>,
        Prompt: <PromptText guest={guest} />,
      }}
    />
  </PanelSection>
);

/** The prompt in the guest's language. */
function PromptText({ guest }: { guest: Guest }) {
  const { languages } = usePortal();
  const texts = useGuestTexts(guest);
  const kind = promptFor(guest);
  if (kind === undefined || texts === undefined) return <span className="text-muted">None right now</span>;
  const { text, language } = texts.prompts[kind];
  return (
    <q lang={language} dir={languages.find(({ code }) => code === language)?.direction}>
      {text}
    </q>
  );
}

function NextMessage({ guest }: { guest: Guest }) {
  const { send, progressOf } = useSendMessage();
  const press = (message: MessageName) => send(message, { ip: guest.ipAddress, guest });
  const next = nextMessage(guest);
  const { icon: Icon, next: text } = messageButtons[next ?? 'exit'];
  return (
    <>
      {next === null ? (
        <p className="w-full text-12 text-muted">{describeRest(guest)}</p>
      ) : (
        <Button pending={progressOf(next) === 'pending'} onClick={() => press(next)}>
          <Icon size={16} aria-hidden />
          {text}
        </Button>
      )}
      <div className="flex flex-wrap items-center">
        {messagesFor(guest)
          .filter((other) => other !== next)
          .map((other) => (
            <SendButton
              key={other}
              message={other}
              guest={guestName(guest)}
              blocked={whyBlocked(other, guest)}
              progress={progressOf(other)}
              onPress={press}
            />
          ))}
        <ReplyButton guest={guest} />
      </div>
    </>
  );
}

const PanelSkeleton = () => (
  <RowsSkeleton label="Loading the guest…" count={7} className="flex flex-col gap-3 px-5 py-6" rowClass="h-4">
    <Skeleton className="h-full" />
  </RowsSkeleton>
);

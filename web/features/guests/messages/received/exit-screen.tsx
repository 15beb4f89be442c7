import { CircleCheck, DoorOpen } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CLOSED_PATH, EXIT_MESSAGE_SECONDS } from '../../../../../contract/redirects/redirects.rules.ts';
import { inBackground, send } from '../../../../lib/api/api.ts';
import { sentenceOf } from '../../../../lib/api/api-error.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useTitle } from '../../../../lib/use-title.ts';
import { WithSlots } from '../../../../lib/with-slots.tsx';
import { Button } from '../../../../ui/button.tsx';
import { MessageScreen } from '../../../../ui/feedback/message-screen.tsx';
import { toast } from '../../../../ui/overlays/toast.ts';
import { useWindowEvent } from '../../../../ui/use-window-event.ts';
import { hostOf, leave } from './leave.ts';

export interface Exit {
  url: string;
  message: string;
  /** True if the guest confirmed an address. */
  thanks: boolean;
  stay: () => void;
}

/** `keepalive`, because the guest is leaving the page. */
const tell = (choice: 'go' | 'stay') =>
  inBackground(send('POST /api/guest/exit', { body: { choice } }, { keepalive: true }));

/** Counts only while the page is visible, so that no guest leaves unseen. */
function useSeenFor(seconds: number, then: () => void) {
  const done = useEffectEvent(then);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const watch = () => {
      clearTimeout(timer);
      if (isOver || document.hidden) return;
      timer = setTimeout(() => {
        isOver = true;
        done();
      }, seconds * 1000);
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [seconds]);
}

function Leaving({ to }: { to: string }) {
  const host = (
    <span dir="ltr" className="block font-mono wrap-anywhere text-ink">
      {hostOf(to)}
    </span>
  );
  return <WithSlots message={useMessages().guestLater.exit.leavingFor} slots={{ host }} />;
}

/** Shown if no exit is set. */
export function ClosedScreen() {
  const { closed } = useMessages().guestLater.exit;
  useTitle(closed.title);
  return (
    <MessageScreen icon={DoorOpen} title={closed.title}>
      {closed.description}
    </MessageScreen>
  );
}

interface GoodbyeProps extends Exit {
  /** Called once, when the guest leaves or stays. */
  onChoice?: typeof tell;
}

/** Names where the guest is going, and offers to stay. */
function Goodbye({ url, message, thanks, stay, onChoice }: GoodbyeProps) {
  const words = useMessages().guestLater.exit;
  const button = useRef<HTMLButtonElement>(null);
  const stayed = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isGoing = () => {
    if (!stayed.current) onChoice?.('go');
    return !stayed.current;
  };
  const go = async () => {
    if (isAsking) return;
    if (url === CLOSED_PATH) {
      if (isGoing()) location.assign(url);
      return;
    }
    setAsking(true);
    try {
      if ((await leave(url, isGoing)) || stayed.current) return;
      toast(words.stillHere);
      stay();
    } catch (error) {
      setFailure(sentenceOf(error, words.failed));
      setAsking(false);
    }
  };
  const chooseToStay = () => {
    stayed.current = true;
    onChoice?.('stay');
    stay();
  };
  const title = thanks ? words.thanks : words.ended;
  useTitle(title);
  useSeenFor(EXIT_MESSAGE_SECONDS, go);
  // Focuses Stay: there is no time to find it by keyboard.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  // The back button must not restore a goodbye that leads nowhere.
  useWindowEvent('pageshow', (event) => event.persisted && location.reload());
  useWindowEvent('online', () => failure !== null && !document.hidden && go());
  return (
    <MessageScreen
      icon={thanks ? CircleCheck : DoorOpen}
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {failure !== null && (
            <Button pending={isAsking} onClick={go}>
              {words.tryAgain}
            </Button>
          )}
          <Button ref={button} variant="secondary" onClick={chooseToStay}>
            {words.stay}
          </Button>
        </div>
      }
    >
      <div role="status">
        <p dir="auto" className="wrap-anywhere">
          {message}
        </p>
        <p className="mt-4 text-14">{url === CLOSED_PATH ? words.end : <Leaving to={url} />}</p>
        {failure !== null && <p className="mt-4 text-14 text-danger">{failure}</p>}
      </div>
    </MessageScreen>
  );
}

export const ExitScreen = (exit: Exit) => <Goodbye {...exit} onChoice={tell} />;

/** For guests who leave by themselves. */
export const LeaveScreen = (exit: Omit<Exit, 'message' | 'thanks'>) => (
  <Goodbye {...exit} thanks message={useMessages().guestLater.exit.confirmed} />
);

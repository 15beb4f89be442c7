import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { CLOSED_PATH, EXIT_MESSAGE_SECONDS } from '../../../contract/redirects.rules.ts';
import { inBackground, send } from '../../lib/api.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';
import { useWindowEvent } from '../../ui/use-window-event.ts';
import { hostOf, leave } from './leave.ts';

export interface Exit {
  url: string;
  message: string | null;
  /** The guest wants to go on here. */
  stay: () => void;
}

/** The log says what the guest chose. It has to arrive although the page is being left. */
const tell = (choice: 'go' | 'stay') =>
  inBackground(send('POST /api/guest/exit', { body: { choice } }, { keepalive: true }));

/** For so long the page has been before somebody's eyes: whoever looks elsewhere is not led away meanwhile. */
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

const Leaving = ({ to }: { to: string }) => (
  <>
    You are leaving for
    <span dir="ltr" className="block font-mono wrap-anywhere text-ink">
      {hostOf(to)}
    </span>
  </>
);

/** Where guests end whom the support team has let go and who have nowhere to be led to. */
export function ClosedScreen() {
  useTitle('Thank you');
  return (
    <MessageScreen icon={CircleCheck} title="Thank you">
      You can close this page now.
    </MessageScreen>
  );
}

interface GoodbyeProps {
  url: string;
  message: string;
  onGo: () => void;
  onStay: () => void;
}

/** The last thing that a guest sees here: who says goodbye, where it goes from here, and the way to stay. */
function Goodbye({ url, message, onGo, onStay }: GoodbyeProps) {
  const button = useRef<HTMLButtonElement>(null);
  useTitle('Thank you');
  useSeenFor(EXIT_MESSAGE_SECONDS, onGo);
  // There is little time, and none to look for it with the keyboard.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  // Coming back with the browser's back button must not end on a goodbye that leads nowhere.
  useWindowEvent('pageshow', (event) => event.persisted && location.reload());
  return (
    <MessageScreen
      icon={CircleCheck}
      title="Thank you"
      action={
        <Button ref={button} variant="secondary" onClick={onStay}>
          Stay
        </Button>
      }
    >
      <div role="status">
        <p className="wrap-anywhere">{message}</p>
        <p className="mt-4 text-14">
          {url === CLOSED_PATH ? 'This is the end of the verification.' : <Leaving to={url} />}
        </p>
      </div>
    </MessageScreen>
  );
}

/** For guests whom the support team leads out. */
export const ExitScreen = ({ url, message, stay }: Exit) => (
  <Goodbye
    url={url}
    message={message ?? 'Thank you for completing the verification process'}
    onGo={() => {
      tell('go');
      location.assign(url);
    }}
    onStay={() => {
      tell('stay');
      stay();
    }}
  />
);

/** For guests who have confirmed an address and go on by themselves. */
export function LeaveScreen({ url, stay }: Pick<Exit, 'url' | 'stay'>) {
  const go = () =>
    leave(url).catch((error: unknown) => {
      toastFailure('Error', error, 'An error occurred');
      stay();
    });
  return <Goodbye url={url} message="Your email address is confirmed." onGo={go} onStay={stay} />;
}

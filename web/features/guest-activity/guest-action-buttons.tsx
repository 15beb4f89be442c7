import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { usePromptGuest } from '../prompts/api.ts';
import { useRedirectGuest } from '../redirects/api.ts';
import { useNoteSent } from './api.ts';
import { actionsFor, type GuestAction, guestActions, panelText } from './guest-actions.ts';

const SENT_SHOWN_MS = 4000;

/** One request; the list of guests says at once what was sent. */
function useGuestAction(guestIp: string, action: GuestAction) {
  const noteSent = useNoteSent(guestIp);
  const prompt = usePromptGuest((sent) => noteSent({ prompt: sent.prompt }));
  const redirect = useRedirectGuest(({ destinationPath }) => noteSent({ redirect: destinationPath }));
  const { request } = guestActions[action];
  return 'prompt' in request
    ? { ...prompt, send: () => prompt.mutate({ guestIp, ...request }) }
    : { ...redirect, send: () => redirect.mutate({ guestIp, ...request }) };
}

interface ActionButtonProps {
  action: GuestAction;
  ip: string;
  guest: string;
  /** In the sidebar there is room for the word only. What the icon tells takes its place for a moment. */
  compact: string | undefined;
}

/** Its icon tells how far it is; the word stays, so that nothing moves under the pointer. */
function ActionButton({ action, ip, guest, compact }: ActionButtonProps) {
  const { icon: Icon, text, nameOf, hint } = guestActions[action];
  const { send, isPending, isSuccess, reset } = useGuestAction(ip, action);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const mark = isPending ? <Spinner /> : isSuccess && <Check size={16} className="text-success" aria-hidden />;
  return (
    <Tooltip text={hint} side="top">
      <button
        type="button"
        aria-label={nameOf(guest)}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) send();
        }}
        className="relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-small px-2 text-12 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-disabled:opacity-70"
      >
        {compact === undefined ? (
          <>
            <span className="flex size-4 items-center justify-center">{mark || <Icon size={14} aria-hidden />}</span>
            {text}
          </>
        ) : (
          <>
            {mark && <span className="absolute inset-0 flex items-center justify-center">{mark}</span>}
            <span className={mark ? 'opacity-0' : ''}>{compact}</span>
          </>
        )}
      </button>
    </Tooltip>
  );
}

interface GuestActionButtonsProps {
  ip: string;
  page: string | null;
  /** Who that is, for the names of the buttons. */
  guest: string;
  compact?: boolean;
}

export const GuestActionButtons = ({ ip, page, guest, compact = false }: GuestActionButtonsProps) =>
  actionsFor(ip, page).map((action) => (
    <ActionButton
      key={action}
      action={action}
      ip={ip}
      guest={guest}
      compact={compact && page ? panelText(action, page) : undefined}
    />
  ));

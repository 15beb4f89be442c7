import { Check, Ellipsis } from 'lucide-react';
import { useId } from 'react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { useMay } from '../../../lib/use-may.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { guestName } from '../guest-facts.ts';
import { messageButtons, messagesFor, panelText } from './buttons.ts';
import { canReply, ReplyItem } from './replies.tsx';
import { useSendMessage } from './send-message.tsx';

interface SendButtonProps {
  message: MessageName;
  guest: string;
  blocked?: string | null;
  progress: 'pending' | 'sent' | null;
  onPress: (message: MessageName) => void;
  /** The word alone, for the sidebar. */
  compact?: string | undefined;
}

/** The word stays, so that nothing moves under the pointer. A blocked button can be reached, and says why. */
export function SendButton({ message, guest, blocked = null, progress, onPress, compact }: SendButtonProps) {
  const reasonId = useId();
  const { icon: Icon, text, nameOf, hint } = messageButtons[message];
  const press = () => {
    if (blocked !== null) toast({ title: `${text} is not possible now`, description: blocked });
    else if (progress !== 'pending') onPress(message);
  };
  const mark =
    progress === 'pending' ? <Spinner /> : progress && <Check size={16} className="text-success" aria-hidden />;
  return (
    <>
      <Tooltip text={blocked ?? hint} side="top">
        <button
          type="button"
          aria-label={nameOf(guest)}
          aria-disabled={blocked !== null || progress === 'pending' || undefined}
          {...(blocked !== null && { 'aria-describedby': reasonId })}
          onClick={press}
          className={`relative inline-flex shrink-0 items-center gap-1.5 rounded-small px-2 text-12 font-medium whitespace-nowrap text-muted transition-colors h-10 ${compact === undefined ? 'md:h-8' : 'md:h-7'} ${blocked === null ? 'hover:bg-hover hover:text-ink aria-disabled:opacity-70' : 'opacity-50'}`}
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
      {blocked !== null && (
        <span id={reasonId} hidden>
          {blocked}
        </span>
      )}
    </>
  );
}

interface SendButtonsProps {
  guest: Guest;
  compact?: boolean;
}

/** For those who may message guests. On a phone the exit is in a menu, where no thumb slips onto it. */
export function SendButtons({ guest, compact = false }: SendButtonsProps) {
  const { send, progressOf } = useSendMessage();
  const press = (message: MessageName) => send(message, { ip: guest.ipAddress, guest });
  const name = guestName(guest);
  const hasMenu = useMediaQuery('(max-width: 767px)') && !compact;
  const { may } = useMay();
  const messages = may('message-guests') ? messagesFor(guest) : [];
  const replies = messages.length > 0 && !compact && canReply(guest);
  const inMenu = (message: MessageName) => hasMenu && message === 'exit';
  return (
    <>
      {messages
        .filter((message) => !inMenu(message))
        .map((message) => (
          <SendButton
            key={message}
            message={message}
            guest={name}
            blocked={whyBlocked(message, guest)}
            progress={progressOf(message)}
            onPress={press}
            compact={compact ? panelText(message, guest.page) : undefined}
          />
        ))}
      {(messages.some(inMenu) || replies) && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} className={hasMenu ? 'size-10!' : ''} />}>
          {replies && <ReplyItem guest={guest} />}
          {messages.some(inMenu) && (
            <MenuItem icon={messageButtons.exit.icon} label={messageButtons.exit.text} onSelect={() => press('exit')} />
          )}
        </Menu>
      )}
    </>
  );
}

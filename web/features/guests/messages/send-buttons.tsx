import { Check, Ellipsis } from 'lucide-react';
import { useId } from 'react';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { useMay } from '../../../lib/use-may.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { messageButtons, messagesFor, NOT_POSSIBLE, shortText, sidebarText, splitMessages } from './buttons.ts';
import { nextMessage } from './next-message.ts';
import { canReply, ReplyItem } from './replies.tsx';
import { useSendMessage } from './send-message.tsx';

interface SendButtonProps {
  message: MessageName;
  guest: string;
  blocked?: string | null;
  progress: 'pending' | 'sent' | null;
  onPress: (message: MessageName) => void;
  /** A short text, for places with little room. */
  compact?: string | undefined;
  /** This message would help most. */
  isNext?: boolean;
}

function pressUnlessBlocked(message: MessageName, blocked: string | null, press: (message: MessageName) => void) {
  if (blocked === null) press(message);
  else toast({ title: NOT_POSSIBLE, description: blocked });
}

const looks = {
  next: 'bg-accent text-white hover:bg-accent-strong aria-disabled:opacity-70',
  usual: 'text-muted hover:bg-hover hover:text-ink aria-disabled:opacity-70',
  blocked: 'text-muted opacity-50',
};

/** The text never changes, so that nothing moves under the pointer. A blocked button can be focused and says why. */
export function SendButton(props: SendButtonProps) {
  const { message, guest, blocked = null, progress, onPress, compact, isNext = false } = props;
  const reasonId = useId();
  const { icon: Icon, text, nameOf, hint } = messageButtons[message];
  const press = () => {
    if (progress !== 'pending') pressUnlessBlocked(message, blocked, onPress);
  };
  const look = blocked === null ? looks[isNext ? 'next' : 'usual'] : looks.blocked;
  const mark =
    progress === 'pending' ? (
      <Spinner />
    ) : (
      progress && <Check size={16} className={isNext ? '' : 'text-success'} aria-hidden />
    );
  return (
    <>
      <Tooltip text={blocked ?? hint} side="top">
        <button
          type="button"
          aria-label={nameOf(guest)}
          aria-disabled={blocked !== null || progress === 'pending' || undefined}
          {...(blocked !== null && { 'aria-describedby': reasonId })}
          onClick={press}
          className={`relative inline-flex shrink-0 items-center gap-1.5 rounded-small px-2 text-12 font-medium whitespace-nowrap transition-colors h-10 ${compact === undefined ? 'md:h-8' : 'md:h-7'} ${look}`}
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
  /** In the live list, the message that would help most stands out and a menu has the rest. */
  inRow?: boolean;
}

/** On a phone the exit is in a menu, so that no thumb hits it by accident. */
export function SendButtons({ guest, inRow = false }: SendButtonsProps) {
  const { send, progressOf } = useSendMessage();
  const press = (message: MessageName) => send(message, { ip: guest.ipAddress, guest });
  const name = guestName(guest);
  const { may } = useMay();
  const messages = may('message-guests') ? messagesFor(guest) : [];
  const next = inRow ? nextMessage(guest) : null;
  const { shown, inMenu } = inRow ? splitMessages(messages, next) : { shown: messages, inMenu: [] };
  const hasReplies = inRow && messages.length > 0 && canReply(guest);
  return (
    <>
      {shown.map((message) => (
        <SendButton
          key={message}
          message={message}
          guest={name}
          blocked={whyBlocked(message, guest)}
          progress={progressOf(message)}
          onPress={press}
          compact={inRow ? shortText(message) : sidebarText(message, guest.page)}
          isNext={message === next}
        />
      ))}
      {(inMenu.length > 0 || hasReplies) && (
        <Menu
          trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} className="max-md:size-10! md:size-7!" />}
        >
          {inMenu.map((message) => (
            <MenuItem
              key={message}
              icon={messageButtons[message].icon}
              label={messageButtons[message].text}
              onSelect={() => pressUnlessBlocked(message, whyBlocked(message, guest), press)}
            />
          ))}
          {hasReplies && <ReplyItem guest={guest} />}
        </Menu>
      )}
    </>
  );
}

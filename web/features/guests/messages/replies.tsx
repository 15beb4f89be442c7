import { MessageSquareReply } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { REPLIES, type Reply, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { repliesFor } from '../../../../contract/guests/replies.rules.ts';
import { languageName } from '../../../../contract/language/language-name.ts';
import { openMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { createStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { MenuItem } from '../../../ui/overlays/menu.tsx';
import { describeStuck } from '../guest-facts.ts';
import { useGuestTexts } from './api.ts';
import { PromptSender, PromptWarning } from './received/prompt-parts.tsx';
import { useSendMessage } from './send-message.tsx';

/** Not state of the row: the guest may leave the view while staff choose. */
const asked = createStore<Guest | null>(null);

/** No reply fits a guest who is verified or has halted. */
export const canReply = ({ halted, outcome }: Guest) => !halted && outcome !== 'verified';

export const ReplyItem = ({ guest }: { guest: Guest }) => (
  <MenuItem icon={MessageSquareReply} label="Reply" onSelect={() => asked.set(guest)} />
);

export function ReplyButton({ guest }: { guest: Guest }) {
  if (!canReply(guest)) return null;
  return (
    <button
      type="button"
      aria-label={`Reply to ${guestName(guest)}`}
      aria-haspopup="dialog"
      onClick={() => asked.set(guest)}
      className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-small px-2 text-12 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink md:h-8"
    >
      <MessageSquareReply size={14} aria-hidden />
      Reply
    </button>
  );
}

/** Rendered once, around every page. */
export function ReplyDialog() {
  const guest = asked.use();
  return guest && <ChooseReply key={guest.id} guest={guest} onClose={() => asked.set(null)} />;
}

function ChooseReply({ guest, onClose }: { guest: Guest; onClose: () => void }) {
  const { send } = useSendMessage();
  const replies = repliesFor(guest);
  const [chosen, setChosen] = useState<Reply | null>(
    () => replies.find((reply) => whyBlocked(`${reply}-prompt`, guest) === null) ?? null,
  );
  return (
    <Dialog
      title={`Reply to ${guestName(guest)}`}
      description={describeStuck(guest) ?? 'The guest will see it as a message on their page.'}
      size="medium"
      open
      onOpenChange={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === null) return;
          onClose();
          send(`${chosen}-prompt`, { ip: guest.ipAddress, guest });
        }}
      >
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">Reply</legend>
          {replies.map((reply) => (
            <ReplyChoice
              key={reply}
              reply={reply}
              guest={guest}
              isChosen={reply === chosen}
              onChoose={() => setChosen(reply)}
            />
          ))}
        </fieldset>
        {chosen !== null && (
          <Suspense fallback={null}>
            <Preview reply={chosen} guest={guest} />
          </Suspense>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen === null}>
            {chosen === 'new-code' ? 'Send a new code and reply' : 'Send reply'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ReplyChoiceProps {
  reply: Reply;
  guest: Guest;
  isChosen: boolean;
  onChoose: () => void;
}

function ReplyChoice({ reply, guest, isChosen, onChoose }: ReplyChoiceProps) {
  const id = useId();
  const blocked = whyBlocked(`${reply}-prompt`, guest);
  return (
    <label
      className={`${blocked === null ? '' : 'opacity-50 '}relative flex items-start gap-3 rounded-control border border-line px-3 py-2 text-13 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent-ink`}
    >
      <input
        type="radio"
        name="reply"
        aria-label={REPLIES[reply]}
        aria-describedby={blocked === null ? undefined : id}
        checked={isChosen}
        disabled={blocked !== null}
        onChange={onChoose}
        className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="mt-0.5 size-4 shrink-0 rounded-full border border-control bg-surface peer-checked:border-5 peer-checked:border-accent"
      />
      <span className="min-w-0">
        <span className="block font-medium">{REPLIES[reply]}</span>
        {blocked !== null && (
          <span id={id} className="block text-12 text-muted">
            {blocked}
          </span>
        )}
      </span>
    </label>
  );
}

/** Loads the guests' messages, which the back-office has not loaded. */
const Preview = lazy(async () => {
  await openMessages('guest');
  return { default: ShownToGuest };
});

/** The popup as the guest sees it. */
function ShownToGuest({ reply, guest }: { reply: Reply; guest: Guest }) {
  const english = REPLIES[reply];
  const { text, language } = useGuestTexts(guest)?.prompts[reply] ?? { text: english, language: 'en' };
  const direction = usePortal().languages.find(({ code }) => code === language)?.direction;
  return (
    <figure className="mt-4 rounded-card bg-sunken p-4">
      <figcaption className="mb-3 text-12 text-muted">
        {reply === 'new-code' ? 'The guest will see this once the email is sent:' : 'The guest will see:'}
      </figcaption>
      <div className="mx-auto max-w-90 rounded-card bg-raised p-6 shadow-float">
        <PromptSender />
        <p lang={language} dir={direction} className="text-20 font-semibold tracking-tight">
          {text}
        </p>
        <div className="mt-2 text-16 text-muted">
          <PromptWarning />
        </div>
      </div>
      {text !== english && (
        <p className="mt-3 text-12 text-muted">
          {languageName(language)}. In English: {english}
        </p>
      )}
    </figure>
  );
}

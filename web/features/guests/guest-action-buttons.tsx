import { Check, Ellipsis } from 'lucide-react';
import { useId } from 'react';
import { blockedStep, type GuestStep } from '../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../contract/guests/guests.ts';
import { useMay } from '../../lib/use-may.ts';
import { IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { actionsFor, guestActions, panelText } from './guest-actions.ts';
import { guestName } from './guest-facts.ts';
import { useGuestSteps } from './guest-steps.tsx';

interface StepButtonProps {
  step: GuestStep;
  /** Who that is, for the name of the button. */
  guest: string;
  /** Why it cannot be done now. */
  blocked?: string | null;
  progress: 'pending' | 'sent' | null;
  onPress: (step: GuestStep) => void;
  /** In the sidebar there is room for the word only. What the icon tells takes its place for a moment. */
  compact?: string | undefined;
}

/**
 * Its icon tells how far it is; the word stays, so that nothing moves under the pointer. A button that can do nothing now can
 * still be reached, and says why: to the pointer, to a screen reader, and to a finger that presses it.
 */
export function StepButton({ step, guest, blocked = null, progress, onPress, compact }: StepButtonProps) {
  const reasonId = useId();
  const { icon: Icon, text, nameOf, hint } = guestActions[step];
  const press = () => {
    if (blocked !== null) toast({ title: `${text} is not possible now`, description: blocked });
    else if (progress !== 'pending') onPress(step);
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

interface GuestActionButtonsProps {
  guest: Guest;
  compact?: boolean;
}

/** What can be done with one guest, in sight all the time of those who may do it. On a phone the exit is in a menu, where no thumb slips onto it. */
export function GuestActionButtons({ guest, compact = false }: GuestActionButtonsProps) {
  const { start, stateOf } = useGuestSteps();
  const press = (step: GuestStep) => start(step, { ip: guest.ipAddress, guest });
  const name = guestName(guest);
  const hasMenu = useMediaQuery('(max-width: 767px)') && !compact;
  const { may } = useMay();
  const actions = may('steer-guests') ? actionsFor(guest) : [];
  const inMenu = (step: GuestStep) => hasMenu && step === 'exit';
  return (
    <>
      {actions
        .filter((step) => !inMenu(step))
        .map((step) => (
          <StepButton
            key={step}
            step={step}
            guest={name}
            blocked={blockedStep(step, guest)}
            progress={stateOf(step)}
            onPress={press}
            compact={compact ? panelText(step, guest.page) : undefined}
          />
        ))}
      {actions.some(inMenu) && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} className="size-10!" />}>
          <MenuItem icon={guestActions.exit.icon} label={guestActions.exit.text} onSelect={() => press('exit')} />
        </Menu>
      )}
    </>
  );
}

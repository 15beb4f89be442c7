import { useState } from 'react';
import type { Messages } from '../../../contract/language/messages.ts';
import { CODE_VALID_SECONDS } from '../../../contract/verification/verification.rules.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import type { Progress } from './progress.ts';
import { storedSentAt } from './stored-verification.ts';

const VALID_MS = CODE_VALID_SECONDS * 1000;

/** Falls back to this tab's memory if the server can't be reached. */
function endOf(known: Progress | null) {
  if (known) return known.endsAt;
  const sentAt = storedSentAt();
  return sentAt === null ? null : sentAt + VALID_MS;
}

export function useCodeSeconds(known: Progress | null, isAsked: boolean, isHeld: boolean): number | null {
  const endsAt = isAsked ? endOf(known) : null;
  const [held, setHeld] = useState<number | null>(null);
  const counted = useSecondsLeft(endsAt);
  const left = counted === null || endsAt === null ? null : Math.min(counted, CODE_VALID_SECONDS);
  if (!isHeld && held !== null) setHeld(null);
  if (isHeld && held === null && left !== null) setHeld(left);
  return isHeld ? (held ?? left) : left;
}

type Timer = Messages['guestLater']['timer'];

const SOON_SECONDS = 60;

/** "04:59", or "0:42" with `minuteDigits` 1. */
export const clock = (seconds: number, minuteDigits = 2) =>
  `${String(Math.floor(seconds / 60)).padStart(minuteDigits, '0')}:${String(seconds % 60).padStart(2, '0')}`;

/** For screen readers, in place of `clock`. */
export const minutesIn = (words: Pick<Timer, 'soon' | 'minutes'>, seconds: number) =>
  seconds <= SOON_SECONDS ? words.soon : words.minutes(Math.ceil(seconds / 60));

/** Announces only what needs action. */
function announcement({ expired, expiresSoon }: Timer, seconds: number | null) {
  if (seconds === null || seconds > SOON_SECONDS) return '';
  return seconds === 0 ? expired : expiresSoon;
}

export function CodeTimer({ secondsLeft }: { secondsLeft: number | null }) {
  const { timer } = useMessages().guestLater;
  const soon = secondsLeft !== null && secondsLeft <= SOON_SECONDS;
  return (
    <div className="mt-3 mb-4 h-5">
      {!!secondsLeft && (
        <div className="flex items-center gap-3">
          <ProgressBar
            value={secondsLeft}
            max={CODE_VALID_SECONDS}
            label={timer.label}
            text={minutesIn(timer, secondsLeft)}
            tone={soon ? 'danger' : 'accent'}
          />
          <span
            aria-hidden
            className={`shrink-0 text-13 font-medium tabular-nums ${soon ? 'text-danger' : 'text-muted'}`}
          >
            {clock(secondsLeft)}
          </span>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement(timer, secondsLeft)}
      </p>
    </div>
  );
}

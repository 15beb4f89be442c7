import { useState } from 'react';
import { CODE_VALID_SECONDS } from '../../../contract/verification/verification.rules.ts';
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

const SOON_SECONDS = 60;

/** "04:59", or "0:42" with `minuteDigits` 1. */
export const clock = (seconds: number, minuteDigits = 2) =>
  `${String(Math.floor(seconds / 60)).padStart(minuteDigits, '0')}:${String(seconds % 60).padStart(2, '0')}`;

/** For screen readers, in place of `clock`. */
export const minutesIn = (seconds: number) =>
  seconds <= SOON_SECONDS ? 'less than a minute' : `about ${Math.ceil(seconds / 60)} minutes`;

/** Screen readers hear only what needs action. */
function announcement(seconds: number | null) {
  if (seconds === null || seconds > SOON_SECONDS) return '';
  return seconds === 0 ? 'The code has expired. Please request a new one.' : 'The code expires in less than a minute.';
}

export function CodeTimer({ secondsLeft }: { secondsLeft: number | null }) {
  const soon = secondsLeft !== null && secondsLeft <= SOON_SECONDS;
  return (
    <div className="mt-3 mb-4 h-5">
      {!!secondsLeft && (
        <div className="flex items-center gap-3">
          <ProgressBar
            value={secondsLeft}
            max={CODE_VALID_SECONDS}
            label="Time left for this code"
            text={`${minutesIn(secondsLeft)} left`}
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
        {announcement(secondsLeft)}
      </p>
    </div>
  );
}

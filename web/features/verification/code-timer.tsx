import { useState } from 'react';
import { CODE_VALID_SECONDS } from '../../../contract/verification.rules.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { storedSentAt, storeSentAt } from './stored-verification.ts';

const VALID_MS = CODE_VALID_SECONDS * 1000;

/** How long the code can still be used. It counts from the stored moment, so a reload changes nothing. */
export function useCodeTimer() {
  const [sentAt, setSentAt] = useState(storedSentAt);
  const left = useSecondsLeft(sentAt === null ? null : sentAt + VALID_MS);

  const keep = (time: number) => {
    storeSentAt(time);
    setSentAt(time);
  };

  return {
    /** Null as long as it is not known when the code was sent. */
    secondsLeft: left === null ? null : Math.min(left, CODE_VALID_SECONDS),
    restart: () => keep(Date.now()),
    /** For a page that lost the stored moment: the server knows it too. */
    correct: (remainingMs: number) => {
      if (storedSentAt() === null) keep(Date.now() + remainingMs - VALID_MS);
    },
  };
}

const SOON_SECONDS = 60;

const clock = (seconds: number) =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');

function describeTimeLeft(seconds: number) {
  if (seconds === 0) return 'expired';
  if (seconds <= SOON_SECONDS) return 'less than a minute left';
  return `about ${Math.ceil(seconds / 60)} minutes left`;
}

/** Only what has to be acted on is announced; a voice that counts seconds hinders typing. */
function announcement(seconds: number) {
  if (seconds === 0) return 'The code has expired. Please request a new one.';
  return seconds <= SOON_SECONDS ? 'The code expires in less than a minute.' : '';
}

/** Its room is kept while the time that is left is not known. */
export function CodeTimer({ secondsLeft }: { secondsLeft: number | null }) {
  const soon = secondsLeft !== null && secondsLeft <= SOON_SECONDS;
  return (
    <div className="h-5">
      {secondsLeft !== null && (
        <>
          <div className="flex items-center gap-3">
            <ProgressBar
              value={secondsLeft}
              max={CODE_VALID_SECONDS}
              label="Time left for this code"
              text={describeTimeLeft(secondsLeft)}
              tone={soon ? 'danger' : 'accent'}
            />
            <span
              aria-hidden
              className={`shrink-0 text-13 font-medium tabular-nums ${soon ? 'text-danger' : 'text-muted'}`}
            >
              {clock(secondsLeft)}
            </span>
          </div>
          <p role="status" className="sr-only">
            {announcement(secondsLeft)}
          </p>
        </>
      )}
    </div>
  );
}

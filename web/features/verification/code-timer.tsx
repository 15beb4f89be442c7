import { CODE_VALID_SECONDS } from '../../../contract/verification.rules.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';

const SOON_SECONDS = 60;

const clock = (seconds: number) =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');

function inWords(seconds: number) {
  if (seconds === 0) return 'expired';
  if (seconds <= SOON_SECONDS) return 'less than a minute left';
  return `about ${Math.ceil(seconds / 60)} minutes left`;
}

/** Only what has to be acted on is announced; a voice that counts seconds hinders typing. */
function announcement(seconds: number) {
  if (seconds === 0) return 'The code has expired. Please request a new one.';
  return seconds <= SOON_SECONDS ? 'The code expires in less than a minute.' : '';
}

/** Its room is kept while nobody knows how much time is left. */
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
              text={inWords(secondsLeft)}
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

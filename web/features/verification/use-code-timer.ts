import { useState } from 'react';
import { CODE_VALID_SECONDS } from '../../../contract/verification.rules.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
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
    /** Null as long as nobody knows when the code was sent. */
    secondsLeft: left === null ? null : Math.min(left, CODE_VALID_SECONDS),
    restart: () => keep(Date.now()),
    /** For a page that lost the stored moment: the server knows it too. */
    correct: (remainingMs: number) => {
      if (storedSentAt() === null) keep(Date.now() + remainingMs - VALID_MS);
    },
  };
}

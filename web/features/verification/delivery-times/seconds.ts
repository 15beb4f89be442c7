import { countdown } from '../../../ui/time/format.ts';

/** "25 s", "1:15 min". */
export const describeSeconds = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${countdown(seconds * 1000)} min`;

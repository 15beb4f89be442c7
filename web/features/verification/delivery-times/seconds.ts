import { countdown } from '../../../ui/time/format.ts';

/** "25 s", "1:15 min": how long something usually takes. */
export const describeSeconds = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${countdown(seconds * 1000)} min`;

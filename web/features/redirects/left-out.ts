import { counted } from '../../ui/count.ts';

/** What was sent to an address goes to nobody who is halted there, and the admin reads it. */
export const withLeftOut = (sentence: string, leftOut = 0) =>
  leftOut === 0
    ? sentence
    : `${sentence} ${counted(leftOut, 'guest')} at this address said that somebody told them to come here, and got nothing.`;

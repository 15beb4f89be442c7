import { counted } from '../../ui/count.ts';

/** Guests who have halted get no message; the sentence tells the admin how many. */
export const withLeftOut = (sentence: string, leftOut = 0) =>
  leftOut === 0
    ? sentence
    : `${sentence} ${counted(leftOut, 'guest')} at this address chose “Somebody told me to come here” and got nothing.`;

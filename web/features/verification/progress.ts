/** How far this browser is, as the server last said it. Outside React, because both pages of the flow go by it. */
import { CODE_VALID_SECONDS } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery, GuestState } from '../../../contract/verification/verification.ts';
import { createStore } from '../../lib/store.ts';
import { storeSentAt } from './stored-verification.ts';

const VALID_MS = CODE_VALID_SECONDS * 1000;
/** Answers take their time, now more and now less: a countdown that followed each of them would jump. */
const UNSTEADY_MS = 1_500;

export interface Progress extends GuestState {
  /** When the whole state was asked for. */
  askedAt: number;
  /** When the code's time is over by the clock of this device; null while it stands still, or there is none. */
  endsAt: number | null;
  /** From when another code can be asked for, by the same clock. */
  resendAt: number;
}

/** Null while it is not known. */
export const progress = createStore<Progress | null>(null);

export const forgetProgress = () => progress.set(null);

const isUsable = ({ state }: NonNullable<GuestState['code']>) => state === 'waiting' || state === 'running';

const endOf = ({ code }: CodeDelivery, now: number) => (code?.state === 'running' ? now + code.remainingMs : null);

export const fromState = (state: GuestState, now: number): Progress => ({
  ...state,
  askedAt: now,
  endsAt: endOf(state, now),
  resendAt: now + state.resendInSeconds * 1000,
});

/**
 * What an answer about the delivery adds. Null where the whole state has to be asked for: there is a newer code, or this one has
 * come to an end. The answer comes from the server's memory, which can be a moment behind what this page has been told already.
 */
export function withDelivery(known: Progress, delivery: CodeDelivery, now: number): Progress | null {
  const { sentAt, code } = delivery;
  if (sentAt === null || (known.sentAt !== null && sentAt < known.sentAt)) return known;
  if (sentAt !== known.sentAt || code === null || known.code === null) {
    return sentAt === known.sentAt && code === known.code ? known : null;
  }
  if (code.triesLeft > known.code.triesLeft || isUsable(code) !== isUsable(known.code)) return null;
  const endsAt = endOf(delivery, now);
  const isSteady = endsAt !== null && known.endsAt !== null && Math.abs(endsAt - known.endsAt) < UNSTEADY_MS;
  return { ...known, ...delivery, endsAt: isSteady ? known.endsAt : endsAt };
}

/** This tab remembers it too, for when the server cannot be asked. */
export function setProgress(next: Progress) {
  if (next.endsAt !== null) storeSentAt(next.endsAt - VALID_MS);
  progress.set(next);
}

/** The time of a code stands still while a try is held back. */
export function putOffEnd(ms: number) {
  const known = progress.get();
  if (known?.endsAt != null) setProgress({ ...known, endsAt: known.endsAt + ms });
}

/** There is a code that can be entered, or one that is being processed: the guest goes on with it. */
export const isUnderWay = ({ code, processing }: Pick<GuestState, 'code' | 'processing'>) =>
  processing !== null || (code !== null && isUsable(code));

/** A code that is of no use any more: the way on is a new one. */
export type CodeEnd = 'expired' | 'dead';

export function codeEnd({ code, confirmed }: Pick<GuestState, 'code' | 'confirmed'>): CodeEnd | null {
  // Of a code from yesterday the server knows nothing any more.
  if (code === null) return confirmed ? null : 'expired';
  return code.state === 'expired' || code.state === 'dead' ? code.state : null;
}

import { CODE_VALID_SECONDS } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery, GuestState } from '../../../contract/verification/verification.ts';
import { createStore } from '../../lib/store.ts';
import { storeSentAt } from './stored-verification.ts';

const VALID_MS = CODE_VALID_SECONDS * 1000;
/** Smaller differences are network jitter, which would make the countdown jump. */
const UNSTEADY_MS = 1_500;

export interface Progress extends GuestState {
  askedAt: number;
  /** On this device's clock; null if no code is running. */
  endsAt: number | null;
  resendAt: number;
}

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

/** Null if the page must fetch the whole state: there is a newer code, or this one has ended. */
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

export function setProgress(next: Progress) {
  if (next.endsAt !== null) storeSentAt(next.endsAt - VALID_MS);
  progress.set(next);
}

/** The timer pauses while a code is processed. */
export function extendExpiry(ms: number) {
  const known = progress.get();
  if (known?.endsAt != null) setProgress({ ...known, endsAt: known.endsAt + ms });
}

export const isUnderWay = ({ code, processing }: Pick<GuestState, 'code' | 'processing'>) =>
  processing !== null || (code !== null && isUsable(code));

export type CodeEnd = 'expired' | 'dead';

export const codeEnd = ({ code }: Pick<GuestState, 'code'>): CodeEnd | null =>
  code?.state === 'expired' || code?.state === 'dead' ? code.state : null;

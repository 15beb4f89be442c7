import type { Remedy, SecurityCheck } from '../../../contract/dashboard/dashboard.ts';

export interface Verdict extends Pick<SecurityCheck, 'result' | 'advice'> {
  readonly remedy?: Remedy;
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const pass = (advice: string): Verdict => ({ result: 'pass', advice });
export const warning = (advice: string): Verdict => ({ result: 'warning', advice });
export const fail = (advice: string, remedy?: Remedy): Verdict => ({
  result: 'fail',
  advice,
  ...(remedy && { remedy }),
});
export const notSetUp = (advice: string): Verdict => ({ result: 'not_set_up', advice });

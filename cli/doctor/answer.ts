import type { Remedy } from '../../contract/dashboard/dashboard.ts';
import type { Verdict } from '../../server/features/dashboard/verdict.ts';

export interface Answer {
  readonly level: 'ok' | 'warning' | 'no';
  readonly text: string;
  readonly advice: string | null;
}

export const ok = (text: string): Answer => ({ level: 'ok', text, advice: null });
export const warning = (text: string, advice: string | null): Answer => ({ level: 'warning', text, advice });
export const no = (text: string, advice: string | null): Answer => ({ level: 'no', text, advice });

/** For a verdict of the dashboard's security check; null if that feature isn't set up. */
export function answerOf(verdict: Verdict | null, remedy: Remedy): Answer | null {
  if (verdict === null || verdict.result === 'not_set_up') return null;
  const { result, advice } = verdict;
  if (result === 'pass') return ok(advice);
  const how = 'code' in remedy ? `See ${remedy.code} in ${remedy.see}.` : `${remedy.label}: ${remedy.href}`;
  return result === 'warning' ? warning(advice, how) : no(advice, how);
}

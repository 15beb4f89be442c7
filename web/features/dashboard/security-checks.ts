import type { SecurityCheck } from '../../../contract/dashboard.ts';
import { counted } from '../../ui/count.ts';

type Result = SecurityCheck['result'];

const ORDER: readonly Result[] = ['fail', 'warning', 'pass'];

/** What needs somebody comes first; otherwise as the server lists them. */
export const byUrgency = (checks: readonly SecurityCheck[]) =>
  checks.toSorted((one, other) => ORDER.indexOf(one.result) - ORDER.indexOf(other.result));

/** "1 failed, 2 warnings, 6 passed" */
export function describeChecks(checks: readonly SecurityCheck[]) {
  const count = (result: Result) => checks.filter((check) => check.result === result).length;
  const [failed, warnings, passed] = ORDER.map(count) as [number, number, number];
  if (failed + warnings === 0) return `All ${counted(passed, 'check')} passed`;
  return [failed && `${failed} failed`, warnings && counted(warnings, 'warning'), passed && `${passed} passed`]
    .filter(Boolean)
    .join(', ');
}

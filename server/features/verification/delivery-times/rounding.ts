/** Up to so many seconds, in steps of so many. */
const STEPS = [
  [60, 5],
  [300, 15],
  [Number.POSITIVE_INFINITY, 60],
] as const;

/** As exact as a few cases are, and never less than it was: nobody is promised a mail sooner than it comes. */
export function roundedSeconds(ms: number): number {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const [, step] = STEPS.find(([end]) => seconds <= end) ?? [0, 60];
  return Math.ceil(seconds / step) * step;
}

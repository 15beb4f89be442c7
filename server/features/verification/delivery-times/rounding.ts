const STEPS = [
  [60, 5],
  [300, 15],
  [Number.POSITIVE_INFINITY, 60],
] as const;

/** Rounds up: never promise an email too early. */
export function roundedSeconds(ms: number): number {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const [, step] = STEPS.find(([end]) => seconds <= end) ?? [0, 60];
  return Math.ceil(seconds / step) * step;
}

const MINUTE = 60;

/** "25 s", "1 min 15 s", "6 min": how long something usually takes. */
export function describeSeconds(seconds: number) {
  const minutes = Math.floor(seconds / MINUTE);
  const rest = seconds % MINUTE;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

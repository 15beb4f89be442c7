/** 2, 4, 6, 8, 10, 20, 40…: half of it is a whole number, for the middle tick. */
export function axisEnd(most: number) {
  for (let power = 1; ; power *= 10) {
    for (const step of [2, 4, 6, 8, 10]) if (step * power >= most) return step * power;
  }
}

/** "62%". Rounds neither to 0% nor to 100%. */
export function shareOf(part: number, whole: number) {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return '<1%';
  return `${percent > 99 && percent < 100 ? 99 : Math.round(percent)}%`;
}

/** By how much each step is smaller than the one before, and where that is most. */
export function dropsOf(counts: readonly number[]) {
  const drops = counts.map((count, index) => (counts[index - 1] ?? count) - count);
  const most = Math.max(...drops);
  return { drops, biggest: most > 0 ? drops.indexOf(most) : null };
}

/** The end of an axis: the next of 2, 4, 6, 8, 10, 20, 40… Halves of these are whole numbers. */
export function axisEnd(most: number) {
  for (let power = 1; ; power *= 10) {
    for (const step of [2, 4, 6, 8, 10]) if (step * power >= most) return step * power;
  }
}

/** "62%"; nothing of nothing is no share at all. */
export function shareOf(part: number, whole: number) {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return '<1%';
  return `${percent > 99 && percent < 100 ? 99 : Math.round(percent)}%`;
}

/** A line for a figure, with the goal it has to reach beside it. */
export function figure(name: string, value: number, unit: string, goal?: { least?: number; most?: number }): void {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
  let verdict = '';
  if (goal?.least !== undefined) verdict = `goal ≥ ${goal.least}: ${value >= goal.least ? 'reached' : 'MISSED'}`;
  if (goal?.most !== undefined) verdict = `goal ≤ ${goal.most}: ${value <= goal.most ? 'reached' : 'MISSED'}`;
  console.log(`${name.padEnd(58)} ${shown.padStart(10)} ${unit.padEnd(8)} ${verdict}`);
}

export const percentile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

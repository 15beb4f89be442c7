import { appendFileSync } from 'node:fs';
import { watchTakenAway } from './taken-away.ts';

interface Goal {
  readonly least?: number;
  readonly most?: number;
}

/** One figure, as often as it was measured. A ratio also has what it was measured against, in the same run. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
  readonly goal: Goal | null;
  /** What it was before something was mended, where that is what the figure is about. */
  readonly before: number | null;
  readonly values: number[];
  readonly limits: number[];
}

const measured = new Map<string, Measured>();

function add(name: string, unit: string, goal: Goal | null, before: number | null = null): Measured {
  const known = measured.get(name) ?? { name, unit, goal, before, values: [], limits: [] };
  measured.set(name, known);
  return known;
}

export function figure(name: string, value: number, unit: string, goal?: Goal, before?: number): void {
  add(name, unit, goal ?? null, before).values.push(value);
  progress(`${name}: ${shown(value, unit)}${before === undefined ? '' : `, before ${shown(before, unit)}`}`);
}

/** What we do beside what could be done at all; the goal is for the one divided by the other. */
export function beside(name: string, value: number, limit: number, unit: string, goal?: Goal): void {
  const row = add(name, unit, goal ?? null);
  row.values.push(value);
  row.limits.push(limit);
  progress(`${name}: ${shown(value, unit)} beside ${shown(limit, unit)}, ${(value / limit).toFixed(2)}`);
}

/** The machine has moods: everything is measured several times and the middle counts. */
export async function repeatedly(work: () => Promise<void>): Promise<void> {
  const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
  for (let round = 0; round < rounds; round += 1) await work();
}

export const percentile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((one, other) => one - other),
    0.5,
  );
}

export function shown(value: number, unit: string): string {
  const digits = unit === 'kB' || unit === 'MB' ? 1 : 2;
  const number = value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(digits)));
  return unit === '' ? number : `${number} ${unit}`;
}

const progress = (line: string) => process.stderr.write(`  ${line}\n`);

const takenAway = watchTakenAway();

/** `scripts/bench.ts` puts the figures of all programs together. */
process.on('exit', () => {
  const file = process.env.BENCH_RESULTS;
  if (file === undefined) return;
  // Where it is much, the others are too low, and not for a reason of ours.
  figure('processor time that the host took away meanwhile', takenAway(), '%', { most: 5 });
  for (const row of measured.values()) appendFileSync(file, `${JSON.stringify(row)}\n`);
});

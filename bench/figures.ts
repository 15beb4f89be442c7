import { appendFileSync } from 'node:fs';
import { watchTakenAway } from './taken-away.ts';

interface Goal {
  readonly least?: number;
  readonly most?: number;
}

/** One figure with all its values. A ratio also has the limit that was measured in the same run. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
  readonly goal: Goal | null;
  readonly values: number[];
  /** The values before a change that the figure is about. */
  readonly befores: number[];
  readonly limits: number[];
}

const measured = new Map<string, Measured>();

function add(name: string, unit: string, goal: Goal | null): Measured {
  const known = measured.get(name) ?? { name, unit, goal, values: [], befores: [], limits: [] };
  measured.set(name, known);
  return known;
}

export function figure(name: string, value: number, unit: string, goal?: Goal, before?: number): void {
  const row = add(name, unit, goal ?? null);
  row.values.push(value);
  if (before !== undefined) row.befores.push(before);
  progress(`${name}: ${shown(value, unit)}${before === undefined ? '' : `, before ${shown(before, unit)}`}`);
}

/** A value and the possible limit; the goal is for their ratio. */
export function beside(name: string, value: number, limit: number, unit: string, goal?: Goal): void {
  const row = add(name, unit, goal ?? null);
  row.values.push(value);
  row.limits.push(limit);
  progress(`${name}: ${shown(value, unit)} beside ${shown(limit, unit)}, ${(value / limit).toFixed(2)}`);
}

/** Machines vary: everything is measured several times and the median counts. */
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

/** `scripts/bench.ts` collects the figures of all programs. */
process.on('exit', () => {
  const file = process.env.BENCH_RESULTS;
  if (file === undefined) return;
  // If the host took away much processor time, the other figures are too low.
  figure('processor time that the host took away meanwhile', takenAway(), '%', { most: 5 });
  for (const row of measured.values()) appendFileSync(file, `${JSON.stringify(row)}\n`);
});

import { readFileSync } from 'node:fs';
import { figure } from '../figures.ts';
import type { Database } from './portal.ts';

/** Figures of the version before these attacks were mitigated, on two cores. */
const BEFORE: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('before.json', import.meta.url), 'utf8'),
);

/** A figure of one database, beside its value before. */
export function compared(
  { name: database }: Database,
  what: string,
  value: number,
  unit: string,
  goal?: Parameters<typeof figure>[3],
): void {
  // Without a success there is no waiting time.
  if (Number.isNaN(value)) return;
  const name = `${what}, ${database}`;
  figure(name, value, unit, goal, BEFORE[name]);
}

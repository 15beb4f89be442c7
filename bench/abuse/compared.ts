import { readFileSync } from 'node:fs';
import { figure } from '../figures.ts';
import type { Database } from './portal.ts';

/** The same programs against the version before these attacks were met, on two cores. */
const BEFORE: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('before.json', import.meta.url), 'utf8'),
);

/** A figure of one database, beside what it was. */
export function compared(
  { name: database }: Database,
  what: string,
  value: number,
  unit: string,
  goal?: Parameters<typeof figure>[3],
): void {
  // Nobody got through: there is no waiting time.
  if (Number.isNaN(value)) return;
  const name = `${what}, ${database}`;
  figure(name, value, unit, goal, BEFORE[name]);
}

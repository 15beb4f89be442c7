import { statSync } from 'node:fs';
import { spaceAt } from '../../server/db/disk-space.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { inMb } from '../command.ts';
import { type Answer, no, ok } from './answer.ts';
import type { Patient } from './patient.ts';

/** Migrations fill the WAL first: 0.1.0 to 0.2.0 took 2.3 times the database's size. */
const FREE_FOR_EACH_BYTE = 3;

/** The previous version's processes can't run beside these migrations. */
const NOT_ONLY_ADDING: readonly string[] = ['010-browsers', '032-guest-messages'];

export function migrationsToRun({ missing, config: { databaseUrl } }: Patient): Answer {
  const [first, ...more] = missing;
  if (first === undefined) return ok('There are no migrations to run.');
  const names = more.length === 0 ? first : `${first} to ${more.at(-1)}`;
  const stopFirst =
    databaseUrl !== null && missing.some((name) => NOT_ONLY_ADDING.includes(name))
      ? " First stop all processes of the old version: they can't work with the changed tables."
      : '';
  return ok(`${missing.length} migrations will run at the start: ${names}.${stopFirst}`);
}

export async function serverKey({ keys }: Patient): Promise<Answer> {
  // Throws an error for operators if the key doesn't fit.
  await keys();
  return ok('The server key matches the data.');
}

export async function spaceToMigrate({ missing, config: { databaseUrl, dataDir } }: Patient): Promise<Answer | null> {
  if (databaseUrl !== null || missing.length === 0) return null;
  const needed = statSync(sqliteFile(dataDir)).size * FREE_FOR_EACH_BYTE;
  const { free } = await spaceAt(dataDir);
  const figures = `${inMb(free)} free on the disk of DATA_DIR, and migrations can need ${inMb(needed)}`;
  return free < needed ? no(`There are only ${figures}.`, null) : ok(`There are ${figures}.`);
}

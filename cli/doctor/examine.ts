import manifest from '../../package.json' with { type: 'json' };
import { type Clock, systemClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import type { Head } from '../../server/db/audit-chain/links.ts';
import { isDamaged, isDatabaseError } from '../../server/db/errors.ts';
import type { Log } from '../../server/process/log.ts';
import { StartError } from '../../server/process/start-error.ts';
import { readUntouched } from '../database.ts';
import { describeRelease } from '../releases.ts';
import { type Answer, no } from './answer.ts';
import { CHECKS, type Check, type CheckId } from './checks.ts';
import { damaged } from './database.ts';
import { type Patient, patientOf } from './patient.ts';

interface Wanted {
  /** Default: all that work on this data. */
  readonly checks?: readonly CheckId[];
  readonly backups: string;
  readonly since?: Head | undefined;
  readonly clock?: Clock;
}

interface Finding extends Answer {
  readonly id: CheckId;
}

export interface Report {
  readonly version: string;
  /** The last migration that ran; null if the database can't be read. */
  readonly data: string | null;
  readonly findings: readonly Finding[];
}

/** Read-only, whether or not the server runs. */
export async function examine(config: Config, log: Log, wanted: Wanted): Promise<Report> {
  const { checks, backups, since, clock = systemClock } = wanted;
  const { version } = manifest;
  try {
    return await readUntouched(config, log, async (db, migrations, keyId) => {
      const patient = patientOf({ config, log, clock, db, migrations, keyId, backups, since });
      const ids = checks ?? everyday.filter((id) => patient.missing.length === 0 || 'fitsOlderData' in CHECKS[id]);
      const findings: Finding[] = [];
      for (const id of ids) {
        const answer = await answerTo(CHECKS[id], patient);
        if (answer !== null) findings.push({ id, ...answer });
      }
      return { version, data: migrations.at(-1) as string, findings };
    });
  } catch (error) {
    const why = isDamaged(error) ? damaged([(error as Error).message]) : refusal(error);
    return { version, data: null, findings: [{ id: 'database', ...why }] };
  }
}

/** `fresh-backup` is `backup` with a shorter limit, only for upgrades. */
const everyday = (Object.keys(CHECKS) as CheckId[]).filter((id) => id !== 'fresh-backup');

function refusal(error: unknown): Answer {
  if (error instanceof StartError) return no(error.message, null);
  throw error;
}

async function answerTo({ run }: Check, patient: Patient): Promise<Answer | null> {
  try {
    return await run(patient);
  } catch (error) {
    if (error instanceof StartError) return no(error.message, null);
    if (isDamaged(error)) return damaged([(error as Error).message]);
    if (isDatabaseError(error)) return no(`The database answers with an error: ${(error as Error).message}.`, null);
    throw error;
  }
}

const SIGNS = { ok: 'ok', warning: 'warning', no: 'NO' } as const;

export const isFine = ({ findings }: Report) => findings.every(({ level }) => level !== 'no');

export function describe({ version, data, findings }: Report, last: string): string {
  const width = Math.max(...findings.map(({ level }) => SIGNS[level].length)) + 2;
  const from = data === null ? '' : ` The data is from ${describeRelease(data)} (${data}).`;
  return [
    `This is Gatehouse ${version}.${from}`,
    ...findings.map(({ level, text, advice }) => {
      const lines = (advice === null ? text : `${text} ${advice}`).replaceAll('\n', `\n${' '.repeat(width)}`);
      return `${SIGNS[level].padEnd(width)}${lines}`;
    }),
    `${last} Nothing was changed.`,
  ].join('\n');
}

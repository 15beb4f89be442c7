import type { Clock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import type { Keys } from '../../server/crypto/keys.ts';
import type { Head } from '../../server/db/audit-chain/links.ts';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import type { Db } from '../../server/db/tables.ts';
import type { Log } from '../../server/process/log.ts';
import { fittingKey } from '../database.ts';

export interface Patient {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  readonly migrations: readonly string[];
  /** Migrations that have not run yet. */
  readonly missing: readonly string[];
  /** Directory with the backups. */
  readonly backups: string;
  /** A head noted earlier, which the audit trail must still contain. */
  readonly since: Head | undefined;
  keys(): Promise<Keys>;
  /** The running server's health check, at its public address. */
  portal(): Promise<HttpAnswer | null>;
  /** The running server's metrics; empty without METRICS_PORT. */
  figures(): Promise<ReadonlyMap<string, number>>;
}

interface PatientDeps extends Pick<Patient, 'config' | 'log' | 'clock' | 'db' | 'migrations' | 'backups' | 'since'> {
  readonly keyId: string | null;
}

export function patientOf(deps: PatientDeps): Patient {
  const { config, db, migrations, keyId } = deps;
  const { metricsPort } = config;
  return {
    ...deps,
    missing: MIGRATIONS.filter((name) => !migrations.includes(name)),
    keys: async () => (await fittingKey(config, db, keyId)).keys,
    portal: once(() => ask(new URL('/healthz', config.publicUrl))),
    figures: once(async () => {
      const answer = metricsPort === null ? null : await ask(new URL(`http://127.0.0.1:${metricsPort}/metrics`));
      return new Map(
        [...(answer?.text ?? '').matchAll(/^(\w+) ([\d.e+]+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
      );
    }),
  };
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** The server's clock, with a precision of a second. */
  readonly date: number | null;
}

const ANSWER_WITHIN_MS = 5_000;

/** Null if there's no answer. */
export async function ask(url: URL): Promise<HttpAnswer | null> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const date = Date.parse(answer.headers.get('date') ?? '');
    return { status: answer.status, text: await answer.text(), date: Number.isNaN(date) ? null : date };
  } catch {
    return null;
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

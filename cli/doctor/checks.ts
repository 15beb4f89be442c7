import { webhook } from '../../server/features/dashboard/security-checks.ts';
import { type Answer, answerOf, no, ok, warning } from './answer.ts';
import { audit } from './audit.ts';
import { backupAge, nightlyBackup, restore } from './backup.ts';
import { time } from './clock.ts';
import { connections, database } from './database.ts';
import { disk, guests, openFiles, rows } from './limits.ts';
import { delivery, mailRate, mailServer, signature } from './mail.ts';
import { ask, type Patient } from './patient.ts';
import { migrationsToRun, serverKey, spaceToMigrate } from './upgrade.ts';

export interface Check {
  /** Null if the check doesn't apply. */
  run(patient: Patient): Promise<Answer | null> | Answer | null;
  /** The check also works before this version's migrations have run. */
  readonly fitsOlderData?: true;
}

const WEBHOOK = { code: 'OUTCOME_WEBHOOK_URL and EVENTS_WEBHOOK_URL', see: 'docs/CONFIGURATION.md' };

const webhookTo = (target: Parameters<typeof webhook>[0]) => async (patient: Patient) =>
  answerOf(await webhook(target)({ ...patient, reader: patient.db }), WEBHOOK);

async function portal({ config, portal }: Patient): Promise<Answer> {
  const answer = await portal();
  const { origin } = config.publicUrl;
  if (answer === null) {
    const here = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
    return (await ask(new URL(here))) === null
      ? warning(`The portal doesn't answer at ${origin}.`, 'If it should be running: its log says why it ended.')
      : warning(`The process answers at ${here}, but the portal doesn't at ${origin}.`, 'Look at DNS and the proxy.');
  }
  if (answer.status === 200) return ok(`The portal answers at ${origin}.`);
  return no(`The portal answers with ${answer.status} at ${origin}/healthz.`, 'See docs/RUNNING.md, Health checks.');
}

const BEFORE_UPGRADES = 'Make one with this version: npm run backup. It is the only way back.';

export const CHECKS = {
  portal: { run: portal, fitsOlderData: true },
  database: { run: database, fitsOlderData: true },
  connections: { run: connections, fitsOlderData: true },
  backup: { run: nightlyBackup, fitsOlderData: true },
  restore: { run: (patient) => restore(patient), fitsOlderData: true },
  'mail-server': { run: mailServer, fitsOlderData: true },
  mail: { run: delivery },
  'mail-rate': { run: mailRate },
  'mail-signature': { run: (patient) => signature(patient), fitsOlderData: true },
  webhook: { run: webhookTo('outcome') },
  events: { run: webhookTo('events') },
  clock: { run: time, fitsOlderData: true },
  'open-files': { run: openFiles, fitsOlderData: true },
  disk: { run: (patient) => disk(patient), fitsOlderData: true },
  rows: { run: rows },
  guests: { run: guests },
  'audit-trail': { run: audit },
  migrations: { run: migrationsToRun, fitsOlderData: true },
  'server-key': { run: serverKey, fitsOlderData: true },
  'space-to-migrate': { run: spaceToMigrate, fitsOlderData: true },
  'fresh-backup': { run: (patient) => backupAge(patient, 1, BEFORE_UPGRADES), fitsOlderData: true },
} as const satisfies Record<string, Check>;

export type CheckId = keyof typeof CHECKS;

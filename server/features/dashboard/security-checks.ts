import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Remedy, SecurityCheck } from '../../../contract/dashboard/dashboard.ts';
import type { WebhookTarget } from '../../../contract/programs/webhooks.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { DAY_MS, utcMinute } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { describeFinding } from '../../db/audit-chain/verify.ts';
import type { Bounces } from '../../delivery/bounces/bounces.ts';
import type { MailHealth } from '../../delivery/mail-health.ts';
import { lastDelivery } from '../../delivery/outbox-queries.ts';
import type { AuditChainer } from '../log/audit/chainer.ts';
import { failingSince } from '../programs/webhooks/queries.ts';
import { targetIn } from '../programs/webhooks/targets.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { judgeDelivery, judgeEncryption, judgeSignature } from './mail-checks.ts';
import { count, countFailures } from './stats.ts';
import { counted, fail, notSetUp, pass, type Verdict, warning } from './verdict.ts';

const MANY_FAILURES = 50;
const IDLE_DAYS = 90;

export interface SecurityCheckDeps extends Pick<Core, 'config' | 'reader' | 'clock'> {
  readonly settings: SettingsStore;
  mailHealth(): Promise<MailHealth>;
  readonly bounces: Pick<Bounces, 'health'> | null;
  readonly audit: Pick<AuditChainer, 'check'>;
}

async function firstRunPassword({ reader }: SecurityCheckDeps, userId: string): Promise<Verdict> {
  const admins = await reader
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', sql.lit('admin'))
    .where('password_state', '=', 'first_run')
    .limit(2)
    .execute();
  const admin = admins.find(({ id }) => id === userId) ?? admins[0];
  if (admin === undefined) return pass('Every admin has chosen their own password.');
  const found = `"${admin.username}" still uses the first-run password.`;
  if (admin.id === userId) return fail(`${found} Change it in Settings.`);
  return fail(`${found} Ask them to change it.`, { href: `/admin/users?user=${admin.id}`, label: 'Open the account' });
}

export function publicUrl({ config }: SecurityCheckDeps): Verdict {
  const { protocol, hostname } = config.publicUrl;
  if (protocol === 'https:') return pass('The portal uses https.');
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? warning('The portal runs on this machine only. Set PUBLIC_URL to its https address before others use it.')
    : fail('Passwords travel unencrypted. Put the portal behind https and set PUBLIC_URL.');
}

export async function mail({ config, reader, clock, mailHealth }: SecurityCheckDeps): Promise<Verdict> {
  return judgeDelivery(await mailHealth(), await lastDelivery(reader, 'mail'), config.mail.rate, clock.now());
}

/** Longer than the retry backoff. */
const UNREAD_MINUTES = 15;

async function returnedMail({ bounces, clock }: SecurityCheckDeps): Promise<Verdict> {
  if (bounces === null)
    return notSetUp('No one is notified when an email bounces later. Set BOUNCE_IMAP_URL to the mailbox for bounces.');
  const { lastReadAt, trouble } = await bounces.health();
  if (trouble !== null) return fail(`The mailbox for bounces cannot be read: ${trouble}.`);
  if (lastReadAt === null) return warning('The mailbox for bounces has not been read yet.');
  const minutes = Math.floor((clock.now() - lastReadAt) / 60_000);
  return minutes < UNREAD_MINUTES
    ? pass('The mailbox for bounces was read a moment ago.')
    : fail(`The mailbox for bounces was last read ${minutes} minutes ago. The log says why.`);
}

export async function chat({ reader, settings }: SecurityCheckDeps): Promise<Verdict> {
  const { telegramBotToken, telegramChatId } = settings.current;
  if (telegramBotToken === '' || telegramChatId === '')
    return notSetUp('Chat notifications are off. You can turn them on in Settings.');
  const last = await lastDelivery(reader, 'chat');
  if (last === undefined) return warning('No chat message has been sent yet. Send a test message in Settings.');
  return last.state === 'sent'
    ? pass('The last chat message was delivered.')
    : fail(`The last chat message was not delivered: ${last.error ?? 'it expired'}. Check the bot token and chat ID.`);
}

/** Receipts contain email addresses, and admins can change the exit URL. */
async function receipts({ config }: SecurityCheckDeps): Promise<Verdict | null> {
  if (!config.outcome.receipt) return null;
  return config.exitHosts.length > 0
    ? pass('Guests take receipts only to the hosts in EXIT_HOSTS.')
    : warning(
        'Guests take receipts with their email address to whatever site the exit URL names. List your hosts in EXIT_HOSTS.',
      );
}

const WEBHOOK_CARRIES: Record<WebhookTarget, string> = { outcome: 'result', events: 'event' };

export const webhook =
  (target: WebhookTarget) =>
  async ({ config, reader }: Pick<SecurityCheckDeps, 'config' | 'reader'>): Promise<Verdict | null> => {
    const configured = targetIn(config, target);
    if (configured === null) return null;
    const { host } = configured.url;
    const since = await failingSince(reader, target);
    if (since === null) return pass(`No deliveries to ${host} are failing.`);
    const what = WEBHOOK_CARRIES[target];
    return fail(`No ${what} has reached ${host} since ${utcMinute(since)}. Its latest answers are in Settings.`);
  };

async function failedSignIns({ reader, clock }: SecurityCheckDeps): Promise<Verdict> {
  const failures = await countFailures(reader, clock.now());
  const found = `${counted(failures, 'failed sign-in')} in the last 24 hours.`;
  return failures < MANY_FAILURES ? pass(found) : warning(`${found} Review them in Activity Logs.`);
}

async function lockedNames({ reader, clock }: SecurityCheckDeps): Promise<Verdict> {
  // Each network has a row; the prefix is the account's.
  const accountsOf = sql`distinct substr(name_hash, 1, 32)`;
  const locked = await count(reader, 'sign_in_attempts', sql`blocked_until > ${clock.now()}`, accountsOf);
  if (locked === 0) return pass('No sign-ins are being delayed.');
  const accounts = counted(locked, 'account');
  return warning(`Sign-ins to ${accounts} are delayed after failed attempts. Someone may be guessing passwords.`);
}

async function idleAdmins({ reader, clock }: SecurityCheckDeps): Promise<Verdict> {
  const since = clock.now() - IDLE_DAYS * DAY_MS;
  const idle = await count(reader, 'users', sql`role = 'admin' and status != 'suspended' and active_at < ${since}`);
  if (idle === 0) return pass(`No admin has been inactive for ${IDLE_DAYS} days.`);
  const admins = counted(idle, 'admin');
  return warning(`${admins} inactive for ${IDLE_DAYS} days or more. Suspend accounts no one needs.`);
}

async function auditTrail({ audit }: SecurityCheckDeps): Promise<Verdict> {
  const { findings } = await audit.check();
  const [first] = findings;
  if (first === undefined) return pass('Audit trail intact.');
  return fail(`The audit trail is not intact. ${describeFinding(first)}`);
}

/** `npm run backup` touches this file; the operator's own backup job can too. */
function backup({ config, clock }: SecurityCheckDeps): Verdict {
  const stamp = join(config.dataDir, 'last-backup');
  if (!existsSync(stamp)) return warning('No backup found. Make one every day: npm run backup.');
  const days = Math.floor((clock.now() - statSync(stamp).mtimeMs) / DAY_MS);
  return days < 2
    ? pass('The last backup is less than two days old.')
    : warning(`The last backup is ${days} days old. Make one every day.`);
}

const CONFIGURATION = 'docs/CONFIGURATION.md';
const FAILURES: Remedy = { href: '/admin/activity?filter=failed', label: 'View failed sign-ins' };

export const REMEDIES = {
  password: { href: '/admin/settings#password', label: 'Change your password' },
  secondFactor: { href: EMAIL_ENTRY_PATH, label: 'Open your account' },
  https: { code: 'PUBLIC_URL', see: CONFIGURATION },
  mail: { code: 'SMTP_URL', see: CONFIGURATION },
  exitUrl: { href: '/admin/settings#exit-url', label: 'Set the exit URL' },
  chat: { href: '/admin/settings#chat', label: 'Open chat notifications' },
  users: { href: '/admin/users?add=1', label: 'Add a user' },
  webhook: { href: '/admin/settings#webhook', label: 'View the deliveries' },
} as const satisfies Record<string, Remedy>;

interface Check {
  readonly id: string;
  readonly title: string;
  readonly remedy: Remedy;
  run(deps: SecurityCheckDeps, userId: string): Verdict | Promise<Verdict | null>;
}

const CHECKS: readonly Check[] = [
  { id: 'first-run-password', title: 'Admin passwords', remedy: REMEDIES.password, run: firstRunPassword },
  { id: 'public-url', title: 'Encrypted connection', remedy: REMEDIES.https, run: publicUrl },
  { id: 'mail', title: 'Email delivery', remedy: REMEDIES.mail, run: mail },
  {
    id: 'mail-encryption',
    title: 'Email encryption',
    remedy: REMEDIES.mail,
    run: async ({ mailHealth, clock }) => judgeEncryption(await mailHealth(), clock.now()),
  },
  {
    id: 'mail-signature',
    title: 'Email signing',
    remedy: { code: 'DKIM_KEY', see: CONFIGURATION },
    run: ({ config }) => judgeSignature(config.mail),
  },
  {
    id: 'returned-mail',
    title: 'Bounced email',
    remedy: { code: 'BOUNCE_IMAP_URL', see: 'docs/RUNNING.md, Bounced email' },
    run: returnedMail,
  },
  {
    id: 'captcha',
    title: 'Captcha',
    remedy: { code: 'CAPTCHA', see: CONFIGURATION },
    run: ({ config }) => pass(`Sign-ins are protected by ${config.captcha.provider}.`),
  },
  { id: 'chat', title: 'Chat delivery', remedy: REMEDIES.chat, run: chat },
  { id: 'webhook', title: 'Webhook', remedy: REMEDIES.webhook, run: webhook('outcome') },
  { id: 'events', title: 'Events', remedy: REMEDIES.webhook, run: webhook('events') },
  { id: 'receipts', title: 'Receipts', remedy: { code: 'EXIT_HOSTS', see: CONFIGURATION }, run: receipts },
  { id: 'failed-sign-ins', title: 'Failed sign-ins', remedy: FAILURES, run: failedSignIns },
  { id: 'locked', title: 'Delayed sign-ins', remedy: FAILURES, run: lockedNames },
  {
    id: 'idle-admins',
    title: 'Idle admins',
    remedy: { href: '/admin/users?role=admin', label: 'View the admins' },
    run: idleAdmins,
  },
  {
    id: 'audit-trail',
    title: 'Audit trail',
    remedy: { code: 'npm run audit -- verify', see: 'docs/RUNNING.md, The audit trail' },
    run: auditTrail,
  },
  {
    id: 'backup',
    title: 'Database backup',
    remedy: { code: 'npm run backup', see: 'docs/RUNNING.md, Backup and restore' },
    run: backup,
  },
];

export async function securityChecks(deps: SecurityCheckDeps, userId: string): Promise<SecurityCheck[]> {
  const results: SecurityCheck[] = [];
  for (const { run, ...check } of CHECKS) {
    const verdict = await run(deps, userId);
    if (verdict !== null) results.push({ ...check, ...verdict });
  }
  return results;
}

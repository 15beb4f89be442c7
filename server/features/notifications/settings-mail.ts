import { sql } from 'kysely';
import * as z from 'zod';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { defineJob } from '../../delivery/job.ts';
import { linkButton, type MailOutbox, mailPage, paragraph, smallParagraph } from '../../delivery/mail.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import { escapeHtml } from '../../text/html.ts';
import type { SettingsStep, SettingsStore } from '../settings/settings.ts';
import { newsOf } from './settings-changes.ts';

const Payload = z.object({
  organisation: z.string(),
  url: z.string(),
  title: z.string(),
  sentences: z.array(z.string()),
  from: z.string(),
  isLast: z.boolean(),
});

const ADVICE =
  'Not what you agreed on? Change it back, or withdraw it before it takes effect, and check the account that did it.';
const LAST =
  'There have been many changes. You will get no more emails like this for an hour. Please check the notifications.';

/** Secrets only as "changed". */
export const settingsMail = defineJob('settings', Payload, ({ organisation, url, title, sentences, from, isLast }) => {
  const page = `${url}/admin/settings`;
  const closing = isLast ? [ADVICE, LAST] : [ADVICE];
  const text = `${title} at ${organisation}

${[...sentences, from, `Settings: ${page}`, ...closing].join('\n\n')}
`;
  const html = mailPage({
    organisation,
    title,
    body: `${sentences.map((sentence) => paragraph(escapeHtml(sentence))).join('\n')}
${smallParagraph(escapeHtml(from))}
${linkButton(page, 'Open Settings')}
${closing.map(smallParagraph).join('\n')}`,
  });
  return { subject: `${title} at ${organisation}`, text, html };
});

const EXPIRES_MS = 24 * 60 * 60 * 1000;

interface SettingsMailDeps extends Pick<Core, 'config' | 'clock'> {
  readonly settings: SettingsStore;
  readonly outbox: MailOutbox;
}

export function mailSettingsChanges(deps: SettingsMailDeps): void {
  deps.settings.onStep((trx, step) => mailStep(deps, trx, step));
}

async function mailStep({ config, clock, outbox }: SettingsMailDeps, trx: Trx, step: SettingsStep): Promise<void> {
  const news = newsOf(step);
  const [first] = news;
  if (first === undefined) return;
  const { actor, at } = step;
  const payload = {
    organisation: config.organisation,
    url: config.publicUrl.origin,
    title: news.length === 1 ? first.title : 'Settings changed',
    sentences: news.map(({ message }) => message),
    from: `From ${actor.visitor.ipAddress} (${actor.visitor.location}) with ${actor.visitor.device}, ${new Date(at).toUTCString()}`,
  };
  for (const { id, email } of await adminsWithEmail(trx)) {
    // Text changes must not use up the emails about a proposed exit.
    const left = await mailsLeft(trx, id, step.step === 'changed' ? 'changed' : 'proposed', at);
    if (left === 'none') continue;
    const expiresAt = clock.now() + EXPIRES_MS;
    await outbox.put(trx, settingsMail, {
      recipient: email,
      payload: { ...payload, isLast: left === 'one' },
      expiresAt,
    });
  }
}

const adminsWithEmail = (trx: Trx) =>
  trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', sql.lit('admin'))
    .where('status', '!=', 'suspended')
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute();

async function mailsLeft(trx: Trx, adminId: string, kind: string, at: number): Promise<'some' | 'one' | 'none'> {
  if ((await takeFromLimits(trx, [countOf(LIMITS.settingsEmails, adminId, kind)], at)) === 0) return 'some';
  const last = await takeFromLimits(trx, [countOf(LIMITS.settingsEmailsLast, adminId, kind)], at);
  return last === 0 ? 'one' : 'none';
}

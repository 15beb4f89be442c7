import { sql } from 'kysely';
import * as z from 'zod';
import { DAY_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { defineMail, type MailOutbox } from '../../delivery/mail.ts';
import { accountLanguage } from '../../languages.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Actor } from '../../visitor/visitor.ts';
import type { SettingsStep, SettingsStore } from '../settings/settings.ts';
import { newsOf } from './settings-changes.ts';

const From = z.object({ ipAddress: z.string(), location: z.string(), device: z.string(), at: z.number() });

const Payload = z.object({
  organisation: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  sentences: z.array(z.string()),
  /** A string in emails of version 0.2. */
  from: z.union([From, z.string()]),
  isLast: z.boolean(),
  page: z.enum(['settings', 'api-keys']).default('settings'),
});

/** Secrets appear only as "changed". */
export const settingsMail = defineMail('settings', Payload, (payload, writer) => {
  const { organisation, url, sentences, from, isLast, page } = payload;
  const { mails, say, isolated, paragraph, smallParagraph } = writer;
  const words = { ...mails.settings, ...(page === 'api-keys' && mails.apiKeys) };
  const title = payload.title === null ? say(words.title) : isolated(payload.title);
  const fromWords = (where: z.output<typeof From>) =>
    say(words.from, {
      ipAddress: where.ipAddress,
      location: writer.location(where.location),
      device: writer.device(where.device),
      time: mails.time(where.at),
    });
  return {
    organisation,
    subject: say(mails.titleAt, { title, organisation }),
    title,
    blocks: [
      ...sentences.map((sentence) => paragraph(isolated(sentence))),
      smallParagraph(typeof from === 'string' ? isolated(from) : fromWords(from)),
      writer.button(`${url}/admin/${page}`, words.open),
      smallParagraph(say(words.advice)),
      ...(isLast ? [smallParagraph(say(words.last))] : []),
    ],
  };
});

const EXPIRES_MS = DAY_MS;

interface SettingsMailDeps extends Pick<Core, 'config' | 'clock'> {
  readonly settings: SettingsStore;
  readonly outbox: MailOutbox;
}

export function mailSettingsChanges(deps: SettingsMailDeps): void {
  deps.settings.onStep((trx, step) => mailStep(deps, trx, step));
}

// Text changes have their own limit, so that they can't suppress emails about a proposed exit.
const mailStep = (deps: SettingsMailDeps, trx: Trx, step: SettingsStep): Promise<void> =>
  mailAdmins(deps, trx, {
    ...step,
    news: newsOf(step),
    page: 'settings',
    limit: step.step === 'changed' ? 'changed' : 'proposed',
  });

interface AdminNews {
  readonly news: readonly { readonly title: string; readonly message: string }[];
  readonly page: 'settings' | 'api-keys';
  readonly limit: string;
  readonly actor: Actor;
  readonly at: number;
}

export async function mailAdmins(
  { config, clock, outbox }: Omit<SettingsMailDeps, 'settings'>,
  trx: Trx,
  { news, page, limit, actor, at }: AdminNews,
): Promise<void> {
  const [first] = news;
  if (first === undefined) return;
  const { ipAddress, location, device } = actor.visitor;
  const payload = {
    organisation: config.organisation,
    url: config.publicUrl.origin,
    title: news.length === 1 ? first.title : null,
    sentences: news.map(({ message }) => message),
    from: { ipAddress, location, device, at },
    page,
  };
  for (const { id, email, ...admin } of await adminsWithEmail(trx)) {
    const left = await mailsLeft(trx, id, limit, at);
    if (left === 'none') continue;
    const expiresAt = clock.now() + EXPIRES_MS;
    await outbox.put(trx, settingsMail, {
      recipient: email,
      payload: { ...payload, isLast: left === 'one', language: accountLanguage(admin) },
      expiresAt,
    });
  }
}

const adminsWithEmail = (trx: Trx) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'language', 'signed_in_language'])
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

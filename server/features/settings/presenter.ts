import { TEXT_SETTINGS, translationName } from '../../../contract/settings/settings.rules.ts';
import { type Settings as Answer, type Proposal, TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { ProposalRow } from '../../db/tables.ts';
import type { Languages } from '../../languages.ts';
import { hostsFor, notUsed, type Settings } from './in-force.ts';

export const presentProposal = (
  row: ProposalRow,
  settings: Settings,
  confirmation: Proposal['confirmation'],
): Proposal => ({
  id: row.id,
  setting: row.name,
  from: settings[row.name],
  to: row.value,
  proposedBy: row.proposed_name,
  proposedAt: iso(row.proposed_at),
  inForceAt: iso(row.in_force_at),
  confirmation,
});

const presentTranslations = (settings: Settings, { all, fallback }: Languages): Answer['translations'] =>
  Object.fromEntries(
    all
      .filter((language) => language !== fallback)
      .map(({ code }) => {
        const texts = TEXT_SETTINGS.map((name) => [name, settings[translationName(name, code)]] as const);
        return [code, Object.fromEntries(texts.filter(([, text]) => text))] as const;
      }),
  );

/** Lists each field, so that a new setting isn't published by accident. */
export const presentSettings = (
  settings: Settings,
  { config, languages }: Pick<Core, 'config' | 'languages'>,
  waiting: Proposal[],
): Answer => ({
  emailPromptMessage: settings.emailPromptMessage,
  codePromptMessage: settings.codePromptMessage,
  exitMessage: settings.exitMessage,
  exitUrl: settings.exitUrl,
  supportContact: settings.supportContact,
  telegramBotToken: settings.telegramBotToken === '' ? '' : TOKEN_MASK,
  telegramChatId: settings.telegramChatId,
  termsText: settings.termsText,
  activityRetentionDays: settings.activityRetentionDays,
  guestRetentionDays: settings.guestRetentionDays,
  temporaryPasswordDays: settings.temporaryPasswordDays,
  auditRetentionDays: config.auditRetentionDays,
  translations: presentTranslations(settings, languages),
  shippedTexts: languages.all.map(({ code, messages: { staffTexts } }) => ({
    language: code,
    emailPromptMessage: staffTexts.emailPromptMessage,
    codePromptMessage: staffTexts.codePromptMessage,
    exitMessage: staffTexts.exitMessage,
  })),
  notUsed: notUsed(settings, { ...config, languages }),
  nameableHosts: hostsFor(settings, { ...config, languages }),
  exitHosts: [...config.exitHosts],
  waiting,
});

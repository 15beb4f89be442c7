import { type Settings as Answer, type Proposal, TOKEN_MASK } from '../../../contract/settings/settings.ts';
import type { Config } from '../../config.ts';
import type { ProposalRow } from '../../db/tables.ts';
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
  proposedAt: new Date(row.proposed_at).toISOString(),
  inForceAt: new Date(row.in_force_at).toISOString(),
  confirmation,
});

/** Field by field, so that a new setting does not leave by accident. */
export const presentSettings = (settings: Settings, config: Config, waiting: Proposal[]): Answer => ({
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
  notUsed: notUsed(settings, config),
  nameableHosts: hostsFor(settings, config),
  exitHosts: [...config.exitHosts],
  waiting,
});

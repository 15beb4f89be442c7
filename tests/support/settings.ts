import type { SettingName } from '../../contract/settings/settings.rules.ts';
import { BOT_TOKEN } from './bot-api.ts';

/** A value other than the default for each setting. */
export const OTHER_SETTINGS: Readonly<Record<SettingName, string | number>> = {
  emailPromptMessage: 'Your address, please',
  codePromptMessage: 'The code again, please',
  exitMessage: 'Goodbye',
  exitUrl: 'https://example.org/thanks',
  supportContact: 'help@example.com',
  telegramBotToken: BOT_TOKEN,
  telegramChatId: '-1001234567890',
  termsText: 'Be kind to each other.',
  activityRetentionDays: 100,
  guestRetentionDays: 10,
  temporaryPasswordDays: 3,
};

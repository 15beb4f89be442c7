import type { SettingsInput } from '../../../contract/settings/settings.ts';

type SettingName = keyof (typeof SettingsInput)['shape'];

interface SettingsSection {
  /** The hash in the URL. */
  id: string;
  title: string;
  settings: readonly SettingName[];
}

export const sections = [
  {
    id: 'prompts',
    title: 'Prompt Messages',
    settings: ['emailPromptMessage', 'codePromptMessage', 'exitMessage'],
  },
  { id: 'exit-url', title: 'Exit URL', settings: ['exitUrl'] },
  { id: 'contact', title: 'Support Contact', settings: ['supportContact'] },
  { id: 'chat', title: 'Chat Notifications', settings: ['telegramBotToken', 'telegramChatId'] },
  { id: 'terms', title: 'Terms', settings: ['termsText'] },
  { id: 'retention', title: 'Data Retention', settings: ['activityRetentionDays', 'guestRetentionDays'] },
  { id: 'temporary-passwords', title: 'Temporary Passwords', settings: ['temporaryPasswordDays'] },
  { id: 'webhook', title: 'Webhook', settings: [] },
  { id: 'password', title: 'Change Admin Password', settings: [] },
] as const satisfies readonly SettingsSection[];

export type SectionId = (typeof sections)[number]['id'];

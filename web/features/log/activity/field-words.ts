import { languageName } from '../../../../contract/language/language-name.ts';
import { type SettingName, translationOf } from '../../../../contract/settings/settings.rules.ts';
import { ACCOUNT_DETAILS, type AccountDetail } from '../../../../contract/users/account-details.rules.ts';

type Field = SettingName | AccountDetail | 'username' | 'role' | 'status';

const words: Record<Field, { label: string; inSentence: string }> = {
  emailPromptMessage: { label: 'Email entry prompt', inSentence: 'the email entry prompt' },
  codePromptMessage: { label: 'Verification code prompt', inSentence: 'the verification code prompt' },
  exitMessage: { label: 'Exit message', inSentence: 'the exit message' },
  exitUrl: { label: 'Exit URL', inSentence: 'the exit URL' },
  supportContact: { label: 'Support contact', inSentence: 'the support contact' },
  telegramBotToken: { label: 'Bot token', inSentence: 'the bot token' },
  telegramChatId: { label: 'Chat ID', inSentence: 'the chat ID' },
  termsText: { label: 'Terms text', inSentence: 'the terms' },
  activityRetentionDays: { label: 'Activity log (days)', inSentence: 'the retention of the activity log' },
  guestRetentionDays: { label: 'Guest data (days)', inSentence: 'the retention of guest data' },
  temporaryPasswordDays: { label: 'Temporary passwords (days)', inSentence: 'the lifetime of temporary passwords' },
  username: { label: 'Username', inSentence: 'username' },
  ...ACCOUNT_DETAILS,
  role: { label: 'Role', inSentence: 'role' },
  status: { label: 'Status', inSentence: 'status' },
};

/** A newer server may send unknown names. */
export function fieldWords(name: string) {
  if (Object.hasOwn(words, name)) return words[name as Field];
  const translation = translationOf(name);
  if (translation === null) return undefined;
  const { label, inSentence } = words[translation.name];
  const language = languageName(translation.language);
  return { label: `${label} in ${language}`, inSentence: `${inSentence} in ${language}` };
}

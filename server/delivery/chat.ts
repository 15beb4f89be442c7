import type { Config } from '../config.ts';
import type { SettingsStore } from '../features/settings/settings.ts';
import { PermanentFailure } from './outbox.ts';
import { sendTelegram } from './telegram.ts';

/** What a chat message is made of. */
export interface ChatJob {
  readonly text: string;
}

/** The token is read when a message is sent: whoever corrects it also corrects what waits. */
export function chatSender({ telegramApiRoot }: Config, settings: SettingsStore, fetch: typeof globalThis.fetch) {
  return async (chatId: string, { text }: ChatJob): Promise<void> => {
    const token = settings.botToken();
    if (token === '') throw new PermanentFailure('There is no bot token any more');
    await sendTelegram({ apiRoot: telegramApiRoot, token, chatId }, text, fetch);
  };
}

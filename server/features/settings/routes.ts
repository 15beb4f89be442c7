import type { FastifyInstance } from 'fastify';
import { saveSettings, settings, TOKEN_MASK, testChat } from '../../../contract/settings.ts';
import type { Config } from '../../config.ts';
import { sendTelegram } from '../../delivery/telegram.ts';
import { badInput, HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { presentSettings, type SettingsStore } from './settings.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 60, seconds: 60 } };
const TESTS = { rate: { most: 10, seconds: 60 } };
const chatFailed = (sentence: string) => new HttpError('chat_failed', sentence);

interface SettingsRoutesDeps {
  readonly config: Config;
  readonly settings: SettingsStore;
  readonly fetch: typeof fetch;
}

export function settingsRoutes(app: FastifyInstance, { config, settings: store, fetch }: SettingsRoutesDeps): void {
  serve(app, settings, {
    access: 'admin',
    limits: READS,
    handler: () => presentSettings(store.current),
  });

  serve(app, saveSettings, {
    access: 'admin',
    limits: { ...WRITES, body: 64 * 1024 },
    handler: async ({ body, actor }) => {
      await store.save(body, actor());
      return presentSettings(store.current);
    },
  });

  serve(app, testChat, {
    access: 'admin',
    limits: TESTS,
    handler: async ({ body }) => {
      const token = body.telegramBotToken === TOKEN_MASK ? store.botToken() : body.telegramBotToken;
      if (token === '' || body.telegramChatId === '') throw badInput('Enter a bot token and a chat ID first');
      const bot = { apiRoot: config.telegramApiRoot, token, chatId: body.telegramChatId };
      await sendTelegram(bot, `This is a test message of ${config.organisation}.`, fetch).catch((error: Error) => {
        throw chatFailed(error.message);
      });
    },
  });
}

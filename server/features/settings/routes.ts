import type { FastifyInstance } from 'fastify';
import { saveSettings, settings, TOKEN_MASK, testChat } from '../../../contract/settings.ts';
import type { Core } from '../../core.ts';
import { sendTelegram } from '../../delivery/telegram.ts';
import { badInput, HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { presentSettings, type SettingsStore } from './settings.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 60, seconds: 60 } };
const TESTS = { rate: { most: 10, seconds: 60 } };
const chatFailed = (sentence: string) => new HttpError('chat_failed', sentence);

interface SettingsRoutesDeps extends Pick<Core, 'config' | 'fetch'> {
  readonly settings: SettingsStore;
}

export function settingsRoutes(app: FastifyInstance, { config, settings: store, fetch }: SettingsRoutesDeps): void {
  const present = async () => presentSettings(await store.fresh(), config.auditRetentionDays);

  serve(app, settings, {
    access: 'admin',
    limits: READS,
    handler: present,
  });

  serve(app, saveSettings, {
    access: 'admin',
    limits: { ...WRITES, body: 64 * 1024 },
    handler: async ({ body, actor }) => {
      await store.save(body, actor());
      return present();
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

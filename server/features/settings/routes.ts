import type { FastifyInstance } from 'fastify';
import {
  confirmProposal,
  listProposals,
  saveSettings,
  settings,
  TOKEN_MASK,
  testChat,
  withdrawProposal,
} from '../../../contract/settings/settings.ts';
import type { Core } from '../../core.ts';
import { sendTelegram } from '../../delivery/telegram.ts';
import { badInput, HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { presentSettings } from './presenter.ts';
import type { SettingsStore } from './settings.ts';

const READ = { access: 'see-portal', limits: { rate: 'unlimited' } } as const;
const CHANGE = { access: 'change-portal', fresh: 'always', limits: { rate: REQUESTS.portalWrites } } as const;
const chatFailed = (sentence: string) => new HttpError('chat_failed', sentence);

interface SettingsRoutesDeps extends Pick<Core, 'config' | 'languages' | 'transact' | 'fetch'> {
  readonly settings: SettingsStore;
}

export function settingsRoutes(app: FastifyInstance, deps: SettingsRoutesDeps): void {
  const { config, transact, settings: store, fetch } = deps;
  const presentTo = async (userId: string) => {
    const { stored, waiting } = await store.forAdmin(userId);
    return presentSettings(stored, deps, waiting);
  };

  serve(app, settings, { ...READ, handler: ({ session }) => presentTo(session.user.id) });

  serve(app, saveSettings, {
    ...CHANGE,
    limits: { ...CHANGE.limits, body: 128 * 1024 },
    change: async ({ body, actor, session, reply }) => {
      if (await store.save(body, actor())) reply.code(202);
      return presentTo(session.user.id);
    },
  });

  serve(app, listProposals, {
    ...READ,
    handler: async ({ session }) => (await store.forAdmin(session.user.id)).waiting,
  });

  serve(app, confirmProposal, {
    ...CHANGE,
    change: async ({ params, actor, session }) => {
      await store.confirm(params.id, actor());
      return presentTo(session.user.id);
    },
  });

  serve(app, withdrawProposal, {
    ...CHANGE,
    change: async ({ params, actor, session }) => {
      await store.withdraw(params.id, actor());
      return presentTo(session.user.id);
    },
  });

  serve(app, testChat, {
    ...CHANGE,
    limits: { rate: REQUESTS.testMessages },
    change: async ({ body, actor }) => {
      await transact(actor(), async () => {});
      const token = body.telegramBotToken === TOKEN_MASK ? store.botToken() : body.telegramBotToken;
      if (token === '' || body.telegramChatId === '') throw badInput('Enter a bot token and a chat ID first');
      const bot = { apiRoot: config.telegramApiRoot, token, chatId: body.telegramChatId };
      await sendTelegram(bot, `This is a test message from ${config.organisation}.`, fetch).catch((error: Error) => {
        throw chatFailed(error.message);
      });
    },
  });
}

import type { FastifyInstance } from 'fastify';
import { NotificationType } from '../../../contract/notifications/notifications.ts';
import type { Core } from '../../core.ts';
import { createOutbox } from '../../delivery/outbox.ts';
import { telegramSender } from '../../delivery/telegram.ts';
import type { RetentionLimits } from '../../feature.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { FindListed } from '../../visitor/guest-id.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { chatMessage, Notifications } from './notifications.ts';
import { NotificationPreferences } from './preferences.ts';
import { notificationRoutes } from './routes.ts';

interface NotificationsDeps extends Core {
  readonly settings: SettingsStore;
  readonly sockets: Sockets;
  readonly findListed: FindListed;
}

const ABOUT_GUESTS: readonly NotificationType[] = ['page_view', 'code_result', 'help_request', 'mail_failure'];
const ABOUT_STAFF: readonly NotificationType[] = ['settings_change'];

export async function openNotifications(deps: NotificationsDeps) {
  const { config, settings, fetch } = deps;
  const chat = createOutbox({
    ...deps,
    channel: 'chat',
    jobs: [chatMessage],
    send: telegramSender(config.telegramApiRoot, () => settings.botToken(), fetch),
  });
  const notifications = new Notifications({ ...deps, chat });
  await notifications.load();
  const preferences = new NotificationPreferences(deps);
  await preferences.load();
  await chat.recover();
  return {
    notifications,
    preferences,
    chat,
    notify: notifications.notify,
    routes: (http: FastifyInstance) => notificationRoutes(http, { ...deps, notifications, preferences }),
    sweep: () => notifications.sweep(),
    retention: ({ users, staff, guests }: RetentionLimits) =>
      NotificationType.options.map((type) => {
        const before = ABOUT_STAFF.includes(type) ? staff : ABOUT_GUESTS.includes(type) ? guests : users;
        return (most: number) => notifications.deleteOld(type, before, most);
      }),
    async close() {
      await notifications.close();
      await chat.close();
    },
  };
}

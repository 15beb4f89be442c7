import type { Notification } from '../../../contract/notifications.ts';

const LATEST = 5;

/** The newest first and no more than fit into the bell. What happened again takes the place of what it was. */
export const withLatest = (latest: readonly Notification[], notification: Notification) =>
  [notification, ...latest.filter(({ id }) => id !== notification.id)].slice(0, LATEST);

/** The same list when there is nothing to change, so that nothing is drawn again. */
export const asRead = (items: Notification[], which: string | 'all') => {
  const concerns = ({ id, isRead }: Notification) => !isRead && (which === 'all' || id === which);
  return items.some(concerns) ? items.map((item) => (concerns(item) ? { ...item, isRead: true } : item)) : items;
};

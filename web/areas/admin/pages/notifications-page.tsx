import { NotificationList } from '../../../features/notifications/notification-list.tsx';
import { NotificationsOverview } from '../../../features/notifications/notifications-overview.tsx';

export const NotificationsPage = () => (
  <div className="flex flex-col gap-4">
    <NotificationsOverview />
    <NotificationList />
  </div>
);

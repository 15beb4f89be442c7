import { useEffect } from 'react';
import { useLiveGuests } from '../../features/guest-activity/api.ts';
import { useLiveNotifications } from '../../features/notifications/use-live-notifications.ts';
import { openLive } from '../../lib/live.ts';

/** The socket of the back-office, and who listens to it whichever page is shown. */
export function LiveUpdates({ adminId }: { adminId: string }) {
  useLiveGuests();
  useLiveNotifications();
  useEffect(() => openLive(adminId), [adminId]);
  return null;
}

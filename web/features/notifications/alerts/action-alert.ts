import { useLocation } from 'wouter';
import { asksForAction } from '../../../../contract/notifications/notifications.rules.ts';
import type { Notification } from '../../../../contract/notifications/notifications.ts';
import { useMay } from '../../../lib/use-may.ts';
import { notificationUrl } from '../notification-url.ts';
import { alertStaff } from './alert.ts';

/** `HelpAlerts` handles requests for help: it knows the guest. */
export function useActionAlert() {
  const [, navigate] = useLocation();
  const { mayOpen } = useMay();
  return (notification: Notification) => {
    const { id, type, title, message } = notification;
    if (!asksForAction(type) || type === 'help_request') return;
    const path = notificationUrl(notification, Date.now(), mayOpen) ?? '/admin/notifications';
    alertStaff({ title, body: message, tag: id, path }, navigate);
  };
}

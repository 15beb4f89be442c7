import { alertSettings } from './alert-settings.ts';
import { chime } from './chime.ts';

interface Alert {
  title: string;
  body: string;
  /** One takes the place of another with the same tag: twenty of them on the screen help nobody. */
  tag: string;
  /** Where a click on it leads. */
  path: string;
}

/** By sound and desktop notification, where this browser was told to. Only for what asks for action. */
export function alertStaff(alert: Alert, lead: (path: string) => void) {
  const { sound, notification } = alertSettings();
  if (sound) chime().catch((error: unknown) => console.info(error));
  if (notification) showOnDesktop(alert, lead);
}

function showOnDesktop({ title, body, tag, path }: Alert, lead: (path: string) => void) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => {
    focus();
    lead(path);
    shown.close();
  };
}

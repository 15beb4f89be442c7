import { alertSettings } from './alert-settings.ts';
import { chime } from './chime.ts';

interface Alert {
  title: string;
  body: string;
  /** A desktop notification replaces one with the same tag. */
  tag: string;
  path: string;
}

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

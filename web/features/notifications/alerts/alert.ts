import { createStore } from '../../../lib/store.ts';
import { chime } from './chime.ts';

export type AlertKind = 'sound' | 'notification';

const keyOf = (kind: AlertKind) => `guest-alert-${kind}`;
const isKept = (kind: AlertKind) => localStorage.getItem(keyOf(kind)) === 'on';

const settings = createStore<Record<AlertKind, boolean>>({
  sound: isKept('sound'),
  notification: isKept('notification'),
});

export const useAlertSettings = settings.use;

export function setAlert(kind: AlertKind, isOn: boolean) {
  if (isOn) localStorage.setItem(keyOf(kind), 'on');
  else localStorage.removeItem(keyOf(kind));
  settings.set({ ...settings.get(), [kind]: isOn });
}

interface Alert {
  title: string;
  body: string;
  /** A desktop notification replaces one with the same tag. */
  tag: string;
  path: string;
}

export function alertStaff(alert: Alert, lead: (path: string) => void) {
  const { sound, notification } = settings.get();
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

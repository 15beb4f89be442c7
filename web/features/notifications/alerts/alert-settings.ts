import { createStore } from '../../../lib/store.ts';

export type AlertKind = 'sound' | 'notification';

const keyOf = (kind: AlertKind) => `guest-alert-${kind}`;
const isKept = (kind: AlertKind) => localStorage.getItem(keyOf(kind)) === 'on';

const settings = createStore<Record<AlertKind, boolean>>({
  sound: isKept('sound'),
  notification: isKept('notification'),
});

export const useAlertSettings = settings.use;
export const alertSettings = settings.get;

export function setAlert(kind: AlertKind, isOn: boolean) {
  if (isOn) localStorage.setItem(keyOf(kind), 'on');
  else localStorage.removeItem(keyOf(kind));
  settings.set({ ...settings.get(), [kind]: isOn });
}

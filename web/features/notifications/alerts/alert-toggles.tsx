import { BellOff, BellRing, Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { type AlertKind, setAlert, useAlertSettings } from './alert.ts';
import { chime } from './chime.ts';

const words = {
  sound: { label: 'Sound when action is needed', on: Volume2, off: VolumeX },
  notification: { label: 'Desktop notification when action is needed', on: BellRing, off: BellOff },
};

async function mayNotify() {
  if (!('Notification' in window)) {
    toast({
      title: 'Desktop notifications not available',
      description: 'This browser shows notifications only on pages that are served over https.',
      variant: 'error',
    });
    return false;
  }
  if ((await Notification.requestPermission()) === 'granted') return true;
  toast({
    title: 'Desktop notifications blocked',
    description: 'Allow notifications for this site in your browser, then switch them on again.',
    variant: 'error',
  });
  return false;
}

async function change(kind: AlertKind, isOn: boolean) {
  if (kind === 'notification' && isOn && !(await mayNotify())) return;
  setAlert(kind, isOn);
  // Plays a sample. It also unlocks audio, which browsers allow only after a click.
  if (kind === 'sound' && isOn) await chime();
}

export const AlertToggles = () => (
  <div className="flex gap-1">
    <AlertToggle kind="sound" />
    <AlertToggle kind="notification" />
  </div>
);

function AlertToggle({ kind }: { kind: AlertKind }) {
  const isOn = useAlertSettings()[kind];
  const { label, on, off } = words[kind];
  return (
    <Tooltip text={`${label}: ${isOn ? 'on' : 'off'}`} side="top">
      <IconButton
        icon={isOn ? on : off}
        label={label}
        aria-pressed={isOn}
        onClick={() => change(kind, !isOn)}
        className={`size-10! ${isOn ? 'bg-accent-soft text-accent-ink!' : ''}`}
      />
    </Tooltip>
  );
}

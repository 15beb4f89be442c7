import { isIP } from 'node:net';
import { ALL_IDS, type Bus, type Topic } from './bus.ts';
import { addressKey, type GuestSockets, guestKey } from './guest-sockets.ts';

/** Notify only after the replica has caught up, or pages ask too early. */
interface Known {
  caughtUp(): Promise<void>;
}

const keyOfTarget = (target: string) => (isIP(target) === 0 ? guestKey(target) : addressKey(target));

const keyOfRedirect = (id: string) => (id.startsWith('guest:') ? keyOfTarget(id.slice('guest:'.length)) : id);

export function notifyGuests(
  bus: Bus,
  sockets: GuestSockets,
  known: Record<'prompts' | 'redirects' | 'care' | 'help', Known>,
): void {
  const follow = (topic: Topic, keyOf: (id: string) => string, what: Known) =>
    bus.subscribe(topic, async (id) => {
      await what.caughtUp();
      if (id === ALL_IDS) sockets.notifyAll();
      else sockets.notify(keyOf(id));
    });
  follow('prompt-changed', keyOfTarget, known.prompts);
  follow('redirect-changed', keyOfRedirect, known.redirects);
  follow('care-changed', keyOfTarget, known.care);
  follow('help-changed', keyOfTarget, known.help);
}

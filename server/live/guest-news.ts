import { isIP } from 'node:net';
import { ALL_IDS, type Bus, type Topic } from './bus.ts';
import { addressKey, type GuestSockets, guestKey } from './guest-sockets.ts';

/** Notify only after the replica has caught up, or pages would ask too early. */
interface Known {
  caughtUp(): Promise<void>;
}

/** Messages are for one browser, or for everyone at an address. */
const keyOfTarget = (target: string) => (isIP(target) === 0 ? guestKey(target) : addressKey(target));

export function notifyGuests(
  bus: Bus,
  sockets: GuestSockets,
  known: Record<'messages' | 'assignments' | 'help' | 'redirects', Known>,
): void {
  const follow = (topic: Topic, keyOf: (id: string) => string, what: Known) =>
    bus.subscribe(topic, async (id) => {
      await what.caughtUp();
      if (id === ALL_IDS) sockets.notifyAll();
      else sockets.notify(keyOf(id));
    });
  follow('message-changed', keyOfTarget, known.messages);
  follow('assignment-changed', guestKey, known.assignments);
  follow('help-changed', guestKey, known.help);
  // For users: these ids are the keys of their sockets.
  follow('redirect-changed', (key) => key, known.redirects);
}

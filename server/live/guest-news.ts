import { isIP } from 'node:net';
import { type Bus, EVERYBODY, type Topic } from './bus.ts';
import { addressKey, type GuestSockets, guestKey } from './guest-sockets.ts';

/** What pages ask for. News that come before it has been read would make them ask too early. */
interface Known {
  /** Done when everything has been read that the bus has told of until now. */
  caughtUp(): Promise<void>;
}

/** A message is for one browser, or for everybody at an address. */
const keyOfTarget = (target: string) => (isIP(target) === 0 ? guestKey(target) : addressKey(target));

/** Tells the pages of guests and users when there is something for them, whichever process it was made on. */
export function tellGuests(
  bus: Bus,
  sockets: GuestSockets,
  known: Record<'messages' | 'assignments' | 'help' | 'redirects', Known>,
): void {
  const follow = (topic: Topic, keyOf: (id: string) => string, what: Known) =>
    bus.subscribe(topic, async (id) => {
      await what.caughtUp();
      if (id === EVERYBODY) sockets.tellEverybody();
      else sockets.tell(keyOf(id));
    });
  follow('message-changed', keyOfTarget, known.messages);
  follow('assignment-changed', guestKey, known.assignments);
  follow('help-changed', guestKey, known.help);
  // Of users: their ids on the bus are the keys of their sockets.
  follow('redirect-changed', (key) => key, known.redirects);
}

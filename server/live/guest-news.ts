import { isIP } from 'node:net';
import { type Bus, EVERYBODY, type Topic } from './bus.ts';
import { addressKey, type GuestSockets, guestKey } from './guest-sockets.ts';

/** What pages ask for. News that come before it has been read would make them ask too early. */
interface Known {
  /** Done when everything has been read that the bus has told of until now. */
  caughtUp(): Promise<void>;
}

/** A prompt or redirect is for one browser, or for everybody at an address. */
const keyOfTarget = (target: string) => (isIP(target) === 0 ? guestKey(target) : addressKey(target));

/** Redirects are also for users, so their ids say for whom they are. */
const keyOfRedirect = (id: string) => (id.startsWith('guest:') ? keyOfTarget(id.slice('guest:'.length)) : id);

/** Tells the pages of guests and users when there is something for them, whichever process it was made on. */
export function tellGuests(
  bus: Bus,
  sockets: GuestSockets,
  known: Record<'prompts' | 'redirects' | 'care' | 'help', Known>,
): void {
  const follow = (topic: Topic, keyOf: (id: string) => string, what: Known) =>
    bus.subscribe(topic, async (id) => {
      await what.caughtUp();
      if (id === EVERYBODY) sockets.tellEverybody();
      else sockets.tell(keyOf(id));
    });
  follow('prompt-changed', keyOfTarget, known.prompts);
  follow('redirect-changed', keyOfRedirect, known.redirects);
  follow('care-changed', keyOfTarget, known.care);
  follow('help-changed', keyOfTarget, known.help);
}

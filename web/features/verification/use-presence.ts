import { useEffect, useEffectEvent, useRef } from 'react';
import type { Presence } from '../../../contract/guests/guests.rules.ts';
import type { GuestPage } from '../../../contract/verification/verification.rules.ts';
import { inBackground, type Options, send } from '../../lib/api/api.ts';
import { useWindowEvent } from '../../ui/use-window-event.ts';

/** The support team sees whether the guest is here, looks for the mail in another tab, or has closed the page. */
export function usePresence(page: GuestPage) {
  const left = useRef(false);

  const tell = (presence: Exclude<Presence, 'gone'>) => {
    const options: Options<'POST /api/guest/presence'> = { body: { page, presence } };
    // Sent even when the page is gone a moment later.
    inBackground(send('POST /api/guest/presence', options, { keepalive: true }));
  };

  const sightChanged = useEffectEvent(() => {
    // A page that is being closed is hidden as well, and that is not to be the last word.
    if (!left.current) tell(document.hidden ? 'away' : 'here');
  });
  useEffect(() => {
    const listen = () => sightChanged();
    // Opened in a tab behind this one.
    if (document.hidden) listen();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  useWindowEvent('pagehide', () => {
    left.current = true;
    tell('left');
  });
  useWindowEvent('pageshow', ({ persisted }) => {
    left.current = false;
    // The first time it is shown, the page tells by itself that it is there.
    if (persisted) tell('here');
  });
}

import { useEffect, useEffectEvent, useRef } from 'react';
import type { Presence } from '../../../contract/guests/guests.rules.ts';
import type { GuestPage } from '../../../contract/verification/verification.rules.ts';
import { inBackground, type Options, send } from '../../lib/api/api.ts';
import { useWindowEvent } from '../../ui/use-window-event.ts';

/** Shows the support team whether the guest is here, in another tab or gone. */
export function usePresence(page: GuestPage) {
  const left = useRef(false);

  const tell = (presence: Exclude<Presence, 'gone'>) => {
    const options: Options<'POST /api/guest/presence'> = { body: { page, presence } };
    // `keepalive`: the page may be gone.
    inBackground(send('POST /api/guest/presence', options, { keepalive: true }));
  };

  const sightChanged = useEffectEvent(() => {
    // A closing page becomes hidden too.
    if (!left.current) tell(document.hidden ? 'away' : 'here');
  });
  useEffect(() => {
    const listen = () => sightChanged();
    // Opened in a background tab.
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
    // A first load reports itself.
    if (persisted) tell('here');
  });
}

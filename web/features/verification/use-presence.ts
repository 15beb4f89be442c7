import { useEffect, useEffectEvent, useRef } from 'react';
import type { Presence } from '../../../contract/guests/guests.rules.ts';
import type { GuestPage } from '../../../contract/verification/verification.rules.ts';
import { inBackground, type Options, send } from '../../lib/api/api.ts';
import { useWindowEvent } from '../../ui/use-window-event.ts';

export function usePresence(page: GuestPage) {
  const hasLeft = useRef(false);

  const report = (presence: Exclude<Presence, 'gone'>) => {
    const options: Options<'POST /api/guest/presence'> = { body: { page, presence } };
    // `keepalive`, because the page may be closing.
    inBackground(send('POST /api/guest/presence', options, { keepalive: true }));
  };

  const visibilityChanged = useEffectEvent(() => {
    // A closing page becomes hidden too, but has already reported that the guest left.
    if (!hasLeft.current) report(document.hidden ? 'away' : 'here');
  });
  useEffect(() => {
    const listen = () => visibilityChanged();
    // The page may have been opened in a background tab.
    if (document.hidden) listen();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  useWindowEvent('pagehide', () => {
    hasLeft.current = true;
    report('left');
  });
  useWindowEvent('pageshow', ({ persisted }) => {
    hasLeft.current = false;
    if (persisted) report('here');
  });
}

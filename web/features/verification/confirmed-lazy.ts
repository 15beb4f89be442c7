import { lazy } from 'react';

/** Fetched while the code is being processed: guests see it at the end, if at all. */
export const loadConfirmed = () => import('./confirmed.tsx');

export const Confirmed = lazy(() => loadConfirmed().then((file) => ({ default: file.Confirmed })));

import { lazy } from 'react';

/** Preloaded while the code is processed. */
export const loadConfirmed = () => import('./confirmed.tsx');

export const Confirmed = lazy(() => loadConfirmed().then((file) => ({ default: file.Confirmed })));

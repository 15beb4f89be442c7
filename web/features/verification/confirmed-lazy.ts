import { lazy } from 'react';

export const loadConfirmed = () => import('./confirmed.tsx');

export const Confirmed = lazy(() => loadConfirmed().then((file) => ({ default: file.Confirmed })));

import { lazy } from 'react';

/** Few guests see it, so the others need not download it. */
export const ExitScreen = lazy(() => import('./exit-screen.tsx').then((file) => ({ default: file.ExitScreen })));

import { StrictMode } from 'react';
import type { Portal } from '../contract/boot/portal.ts';
import { PortalContext } from './lib/portal.ts';
import { Routes } from './routes.tsx';
import { Toaster } from './ui/overlays/toaster.tsx';

/** Prerendering and hydration must render the same tree. */
export const App = ({ portal }: { portal: Portal }) => (
  <StrictMode>
    <PortalContext value={portal}>
      <Routes />
      <Toaster />
    </PortalContext>
  </StrictMode>
);

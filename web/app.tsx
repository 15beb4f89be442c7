import { StrictMode } from 'react';
import type { Portal } from '../contract/boot/portal.ts';
import { PortalContext } from './lib/portal.ts';
import { Routes } from './routes.tsx';
import { Toaster } from './ui/overlays/toaster.tsx';

/** The same tree where pages are drawn ahead and where they are taken over: React goes by it. */
export const App = ({ portal }: { portal: Portal }) => (
  <StrictMode>
    <PortalContext value={portal}>
      <Routes />
      <Toaster />
    </PortalContext>
  </StrictMode>
);

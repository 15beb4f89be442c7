import './ui/theme.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPortal, PortalContext } from './lib/portal.ts';
import { Routes } from './routes.tsx';
import { keepToastsAcrossPages } from './ui/overlays/toast.ts';
import { Toaster } from './ui/overlays/toaster.tsx';

// Radix adds style elements while something is open; the content security policy lets them in by this.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

// Otherwise zod tries out whether it may compile code, and the policy does not let it. Said here because it must be said
// before the first schema is made, and the areas bring theirs along.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

keepToastsAcrossPages();

const reactRoot = createRoot(root);
loadPortal().then((portal) =>
  reactRoot.render(
    <StrictMode>
      <PortalContext value={portal}>
        <Routes />
        <Toaster />
      </PortalContext>
    </StrictMode>,
  ),
);

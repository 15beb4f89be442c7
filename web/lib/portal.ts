import { createContext, use } from 'react';
import type { Portal } from '../../contract/portal.ts';
import { api } from './api.ts';

/** The server writes the portal into the page. Vite's development page has none, so it asks. */
export async function loadPortal(): Promise<Portal> {
  const written = document.getElementById('portal')?.textContent;
  return written ? JSON.parse(written) : api('GET /api/portal');
}

/** Under which the pages of signed-in people keep who is signed in. */
export const currentUserKey = ['/api/auth/user'];

export const PortalContext = createContext<Portal | null>(null);

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (!portal) throw new Error('There is no portal around this component');
  return portal;
}

import { createContext, use } from 'react';
import type { Portal } from '../../contract/boot/portal.ts';
import { api } from './api/api.ts';
import { useHydrated } from './hydrated.ts';

/** The server writes the portal into the page. Vite's development page has none, so it asks. */
export async function loadPortal(): Promise<Portal> {
  const written = document.getElementById('portal')?.textContent;
  return written ? JSON.parse(written) : api('GET /api/portal');
}

/** Under which the pages of signed-in people keep who is signed in. */
export const currentUserKey = ['/api/auth/user'];

export const PortalContext = createContext<Portal | null>(null);

/**
 * What the build does not know when it draws pages ahead. React has to find the same page when it takes it over, so this comes
 * a moment later; `PrerenderedLook` has the rest.
 */
export const NOT_PRERENDERED = {
  user: null,
  selfRegistration: false,
  mailFrom: '',
  logoUrl: null,
  supportContact: null,
  gateRetryUrl: null,
} satisfies Partial<Portal>;

export function usePortal(): Portal {
  const portal = use(PortalContext);
  const isHydrated = useHydrated();
  if (!portal) throw new Error('There is no portal around this component');
  return isHydrated ? portal : { ...portal, ...NOT_PRERENDERED };
}

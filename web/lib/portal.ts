import { createContext, use } from 'react';
import type { Portal } from '../../contract/boot/portal.ts';
import { api } from './api/api.ts';
import { useHydrated } from './hydrated.ts';

/** The server embeds the portal in the page; Vite's development page asks for it. */
export async function loadPortal(): Promise<Portal> {
  const written = document.getElementById('portal')?.textContent;
  if (written) return JSON.parse(written);
  const portal = await api('GET /api/portal');
  document.documentElement.lang = portal.language;
  return portal;
}

export const currentUserKey = ['/api/auth/user'];

export const PortalContext = createContext<Portal | null>(null);

/** The build does not know these. The first render must match the prerendered page, so it uses these values. */
export const NOT_PRERENDERED = {
  user: null,
  languages: [],
  selfRegistration: false,
  apiKeys: false,
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

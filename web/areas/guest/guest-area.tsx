import { useLocation } from 'wouter';
import { usePortal } from '../../lib/portal.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { PageNotFound } from './page-not-found.tsx';
import { WelcomePage } from './welcome-page.tsx';

export function GuestArea() {
  const { organisation } = usePortal();
  const [path] = useLocation();
  return <FrontLayout name={organisation}>{path === '/redirect' ? <PageNotFound /> : <WelcomePage />}</FrontLayout>;
}

import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { AREA_MESSAGES } from '../contract/language/groups.rules.ts';
import { type Area, destinationOf, isInOtherLanguage } from './destination.ts';
import { openMessages, pageLanguage } from './lib/messages.ts';
import { usePortal } from './lib/portal.ts';
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx';
import { Loading } from './ui/feedback/loading.tsx';

/** One chunk per area, so guests never download the back-office. */
const load: Record<Area, () => Promise<{ default: ComponentType }>> = {
  guest: () => import('./areas/guest/guest-area.tsx').then((file) => ({ default: file.GuestArea })),
  'sign-in': () => import('./areas/sign-in/sign-in-area.tsx').then((file) => ({ default: file.SignInArea })),
  account: () => import('./areas/account/account-area.tsx').then((file) => ({ default: file.AccountArea })),
  'forced-password-change': () =>
    import('./areas/account/forced-password-change.tsx').then((file) => ({ default: file.ForcedPasswordChange })),
  'required-second-factor': () =>
    import('./areas/account/required-second-factor.tsx').then((file) => ({ default: file.RequiredSecondFactor })),
  admin: () => import('./areas/admin/admin-area.tsx').then((file) => ({ default: file.AdminArea })),
  'admin-denied': () => import('./areas/admin/access-denied.tsx').then((file) => ({ default: file.AccessDenied })),
};

const loadWithMessages = async (area: Area) => {
  const [component] = await Promise.all([load[area](), openMessages(...AREA_MESSAGES[area])]);
  return component;
};

const areas: Partial<Record<Area, ComponentType>> = {};

/** Hydration needs the area before the first render. */
export async function openArea(area: Area) {
  areas[area] = (await loadWithMessages(area)).default;
}

function FullNavigation({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return null;
}

/** The server renders the page again, in the language of its area. */
function Reload() {
  useEffect(() => location.reload(), []);
  return null;
}

export function Routes() {
  const [path] = useLocation();
  const { user, language } = usePortal();
  const shown = useRef<Area>(null);
  useSearch();
  const destination = destinationOf(path, user, location.search);
  if ('redirect' in destination) {
    return destination.reload ? (
      <FullNavigation to={destination.redirect} />
    ) : (
      <Redirect key={destination.redirect} to={destination.redirect} replace />
    );
  }
  const move = { from: shown.current ?? destination.area, to: destination.area };
  if (isInOtherLanguage(move, { page: pageLanguage(), reader: language })) return <Reload />;
  shown.current = destination.area;
  areas[destination.area] ??= lazy(() => loadWithMessages(destination.area));
  const Area = areas[destination.area] as ComponentType;
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<Loading />}>
        <Area />
      </Suspense>
    </ErrorBoundary>
  );
}

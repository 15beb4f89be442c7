import './ui/theme.css';
import { setNonce } from 'get-nonce';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { destinationOf } from './destination.ts';
import { loadPortal } from './lib/portal.ts';
import { openArea } from './routes.tsx';
import { keepToastsAcrossPages } from './ui/overlays/toast.ts';

// Radix adds style elements while something is open; the content security policy lets them in by this.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

// Otherwise zod tries out whether it may compile code, and the policy does not let it. Said here because it must be said
// before the first schema is made, and the areas bring theirs along.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * The server has drawn what is at the end of the way: whoever came to `/` sees the page that it leads to. Answers whether the app
 * can take it over; where a part of it cannot be loaded, the page that says so has to take its place.
 */
function goToDrawnPage(): Promise<boolean> {
  const destination = destinationOf(location.pathname, null);
  if ('area' in destination)
    return openArea(destination.area).then(
      () => true,
      () => false,
    );
  history.replaceState(history.state, '', destination.redirect);
  return goToDrawnPage();
}

async function start(root: HTMLElement) {
  keepToastsAcrossPages();
  const portal = await loadPortal();
  const app = <App portal={portal} />;
  const isDrawn = root.firstElementChild !== null && (await goToDrawnPage());
  if (isDrawn) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
start(root);

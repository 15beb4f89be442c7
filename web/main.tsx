import './ui/theme.css';
import { setNonce } from 'get-nonce';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { COMMON_MESSAGES } from '../contract/language/groups.rules.ts';
import { App } from './app.tsx';
import { destinationOf } from './destination.ts';
import { openLanguage } from './lib/messages.ts';
import { loadPortal } from './lib/portal.ts';
import { openArea } from './routes.tsx';
import { keepToastsAcrossPages } from './ui/overlays/toast.ts';

// Radix adds style elements, which the content security policy must allow.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

// The content security policy does not let zod compile code.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** False if the area can't be loaded, so the app can't hydrate. */
function openPrerenderedPage(): Promise<boolean> {
  const destination = destinationOf(location.pathname, null, location.search);
  if ('area' in destination)
    return openArea(destination.area).then(
      () => true,
      () => false,
    );
  history.replaceState(history.state, '', destination.redirect);
  return openPrerenderedPage();
}

async function start(root: HTMLElement) {
  keepToastsAcrossPages();
  const portal = await loadPortal();
  await openLanguage(document.documentElement.lang, COMMON_MESSAGES);
  const app = <App portal={portal} />;
  const isPrerendered = root.firstElementChild !== null && (await openPrerenderedPage());
  if (isPrerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
start(root);

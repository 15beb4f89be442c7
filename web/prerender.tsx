/** Run by the build: prints every prerendered page as JSON. */
import { renderToString } from 'react-dom/server';
import type { Portal } from '../contract/boot/portal.ts';
import {
  ORGANISATION_PLACEHOLDER,
  PRERENDERED_PATHS,
  type PrerenderedLook,
  type PrerenderedPath,
  prerenderedPageKey,
} from '../contract/boot/prerendered.rules.ts';

Object.assign(globalThis, {
  window: globalThis,
  document: { documentElement: { dataset: {} } },
  sessionStorage: { getItem: () => null },
});

const LOOKS = [true, false].flatMap((singleSignOn) =>
  (['altcha', 'turnstile'] as const).map((provider): PrerenderedLook => ({ singleSignOn, captcha: { provider } })),
);

async function render(path: PrerenderedPath, { singleSignOn, captcha }: PrerenderedLook): Promise<string> {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost') });
  // Modules read the globals when they are loaded.
  const [{ App }, { destinationOf }, { openArea }, { NOT_PRERENDERED }] = await Promise.all([
    import('./app.tsx'),
    import('./destination.ts'),
    import('./routes.tsx'),
    import('./lib/portal.ts'),
  ]);
  const destination = destinationOf(path, null);
  if (!('area' in destination)) throw new Error(`${path} leads elsewhere`);
  await openArea(destination.area);
  const portal: Portal = {
    organisation: ORGANISATION_PLACEHOLDER,
    captcha: { ...captcha, siteKey: null },
    singleSignOn,
    ...NOT_PRERENDERED,
  };
  return renderToString(<App portal={portal} />);
}

const pages: Record<string, string> = {};
for (const path of PRERENDERED_PATHS) {
  for (const look of LOOKS) pages[prerenderedPageKey(path, look)] = await render(path, look);
}
console.log(JSON.stringify(pages));

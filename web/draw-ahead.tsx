/**
 * The program by which the build draws pages ahead: it prints them as JSON. Each page is drawn in every look that it can have, with
 * a placeholder for the organisation's name, and as for a browser that has been nowhere and chosen nothing.
 */
import { renderToString } from 'react-dom/server';
import {
  DRAWN_PATHS,
  type DrawnLook,
  type DrawnPath,
  drawnPageKey,
  ORGANISATION_PLACEHOLDER,
} from '../contract/drawn-pages.rules.ts';
import type { Portal } from '../contract/portal.ts';

/** All that the drawn pages ask a browser for while they are drawn. Only here: in the server there is nothing of this. */
Object.assign(globalThis, {
  window: globalThis,
  document: { documentElement: { dataset: {} } },
  sessionStorage: { getItem: () => null },
});

const LOOKS = [true, false].flatMap((singleSignOn) =>
  (['altcha', 'turnstile'] as const).map((provider): DrawnLook => ({ singleSignOn, captcha: { provider } })),
);

async function draw(path: DrawnPath, { singleSignOn, captcha }: DrawnLook): Promise<string> {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost') });
  // Only now: modules look at the browser as soon as they are loaded.
  const [{ App }, { destinationOf }, { openArea }, { NOT_DRAWN }] = await Promise.all([
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
    ...NOT_DRAWN,
  };
  return renderToString(<App portal={portal} />);
}

const pages: Record<string, string> = {};
for (const path of DRAWN_PATHS) {
  for (const look of LOOKS) pages[drawnPageKey(path, look)] = await draw(path, look);
}
console.log(JSON.stringify(pages));

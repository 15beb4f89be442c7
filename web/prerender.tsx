/** Run by the build: prints every prerendered page as JSON, by language. */
import { renderToString } from 'react-dom/server';
import type { Portal } from '../contract/boot/portal.ts';
import {
  ORGANISATION_PLACEHOLDER,
  PRERENDERED_PATHS,
  type PrerenderedLook,
  type PrerenderedPath,
  prerenderedPageKey,
} from '../contract/boot/prerendered.rules.ts';
import { AREA_MESSAGES, COMMON_MESSAGES } from '../contract/language/groups.rules.ts';

Object.assign(globalThis, {
  window: globalThis,
  document: { documentElement: { dataset: {} }, querySelector: () => null },
  sessionStorage: { getItem: () => null },
});

const LANGUAGES = Object.keys(import.meta.glob('../messages/*.ts', { query: '?shared' })).map(
  (file) => /([^/]+)\.ts/.exec(file)?.[1] as string,
);

const LOOKS = [true, false].flatMap((singleSignOn) =>
  (['altcha', 'turnstile'] as const).map((provider) => ({ singleSignOn, captcha: { provider } })),
);

async function render(path: PrerenderedPath, { language, singleSignOn, captcha }: PrerenderedLook): Promise<string> {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost') });
  // Modules read the globals when they are loaded.
  const [{ App }, { destinationOf }, { openArea }, { openLanguage }, { NOT_PRERENDERED }] = await Promise.all([
    import('./app.tsx'),
    import('./destination.ts'),
    import('./routes.tsx'),
    import('./lib/messages.ts'),
    import('./lib/portal.ts'),
  ]);
  const destination = destinationOf(path, null);
  if (!('area' in destination)) throw new Error(`${path} leads elsewhere`);
  await openLanguage(language, [...COMMON_MESSAGES, ...AREA_MESSAGES[destination.area]]);
  await openArea(destination.area);
  const portal: Portal = {
    organisation: ORGANISATION_PLACEHOLDER,
    captcha: { ...captcha, siteKey: null },
    singleSignOn,
    language,
    ...NOT_PRERENDERED,
  };
  return renderToString(<App portal={portal} />);
}

const pages: Record<string, Record<string, string>> = {};
for (const language of LANGUAGES) {
  const drawn: Record<string, string> = {};
  for (const path of PRERENDERED_PATHS) {
    for (const look of LOOKS) drawn[prerenderedPageKey(path, look)] = await render(path, { language, ...look });
  }
  pages[language] = drawn;
}
console.log(JSON.stringify(pages));

import { globSync } from 'node:fs';
import { aptInstall, commandOf } from './find-program.ts';

interface WebKit {
  readonly driver: string;
  /** The small browser that comes with the engine. */
  readonly browser: string;
}

function installed(): WebKit | null {
  const driver = process.env.WEBKIT_DRIVER ?? commandOf('WebKitWebDriver');
  // Debian has one for each API version; the newest is last.
  const browser = process.env.WEBKIT_BROWSER ?? globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser').sort().at(-1);
  return driver === null || browser === undefined || commandOf('Xvfb') === null ? null : { driver, browser };
}

/**
 * WebKit for the tests, and Xvfb as its virtual screen: from `WEBKIT_DRIVER` and `WEBKIT_BROWSER`, installed, or
 * installed now if we are root.
 */
export function findWebKit(): WebKit {
  const found = installed();
  if (found !== null) return found;
  console.log('Installing WebKit …');
  aptInstall('webkit2gtk-driver');
  aptInstall('xvfb');
  const webkit = installed();
  if (webkit === null)
    throw new Error(
      'No WebKit found. Install it (webkit2gtk-driver and xvfb), or set WEBKIT_DRIVER and WEBKIT_BROWSER to the paths of both.',
    );
  return webkit;
}

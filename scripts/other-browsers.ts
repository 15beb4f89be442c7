import { globSync } from 'node:fs';
import { findFirefox } from './find-firefox.ts';
import { findWebKit } from './find-webkit.ts';

/**
 * Whether the stories in Firefox and WebKit are asked for: by `npm test -- --everything`, with a name that fits one of them if
 * there are names, or by the name of their folder. Everybody else does without these browsers.
 */
export function wantsOtherBrowsers(args: readonly string[]): boolean {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.some((name) => name.split('/').includes('browsers'))) return true;
  if (!args.includes('--everything')) return false;
  const files = globSync('tests/browsers/*.browsers.test.ts');
  return names.length === 0 || files.some((file) => names.some((name) => file.includes(name)));
}

/** Where they are, for the environment of the tests; installed if they have to be. */
export function findOtherBrowsers() {
  const { driver, browser } = findWebKit();
  return { TEST_BROWSERS: 'true', FIREFOX: findFirefox(), WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser };
}

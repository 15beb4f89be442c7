import { globSync } from 'node:fs';
import { findFirefox } from './find-firefox.ts';
import { findWebKit } from './find-webkit.ts';

/**
 * Whether the tests in Firefox and WebKit are wanted: with `npm test -- --everything` and, if names are given, a name
 * that matches one of them, or by the name of their folder. Other runs do not need these browsers.
 */
export function wantsOtherBrowsers(args: readonly string[]): boolean {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.some((name) => name.split('/').includes('browsers'))) return true;
  if (!args.includes('--everything')) return false;
  const files = globSync('tests/browsers/*.browsers.test.ts');
  return names.length === 0 || files.some((file) => names.some((name) => file.includes(name)));
}

/** Their paths for the environment of the tests; installs them if necessary. */
export function findOtherBrowsers() {
  const { driver, browser } = findWebKit();
  return { TEST_BROWSERS: 'true', FIREFOX: findFirefox(), WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser };
}

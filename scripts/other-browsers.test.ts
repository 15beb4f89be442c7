import { expect, test } from 'vitest';
import { wantsOtherBrowsers } from './other-browsers.ts';

test.for([
  [[], false],
  [['sign-in'], false],
  [['other-browsers'], false],
  [['--everything'], true],
  [['--everything', 'sign-in'], true],
  [['--everything', 'tests/e2e'], false],
  [['tests/browsers'], true],
  [['browsers/guest', '--project', 'webkit'], true],
] as const)('%j needs other browsers: %s', ([args, asked]) => {
  expect(wantsOtherBrowsers(args)).toBe(asked);
});

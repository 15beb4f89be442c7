import { chromium } from 'playwright-core';
import { findProgram } from './find-program.ts';

/** A browser for the tests. The headless shell comes first: the same engine, but a quarter faster. */
export const findChromium = () =>
  findProgram({
    title: 'Chromium',
    variable: 'CHROMIUM',
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    paths: [chromium.executablePath()],
    packages: ['chromium-headless-shell', 'chromium'],
  });

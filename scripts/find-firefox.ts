import { findProgram } from './find-program.ts';

export const findFirefox = () =>
  findProgram({
    title: 'Firefox',
    variable: 'FIREFOX',
    commands: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
  });

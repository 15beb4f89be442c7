import { findProgram } from './find-program.ts';

/** Checks the example alerts. */
export const findPromtool = () =>
  findProgram({ title: 'promtool', variable: 'PROMTOOL', commands: ['promtool'], packages: ['prometheus'] });

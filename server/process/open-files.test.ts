import { expect, test } from 'vitest';
import { openFilesWarning } from './open-files.ts';

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             62789                62789                processes
Max open files            ${soft.padEnd(20)} 524288               files
Max locked memory         8388608              8388608              bytes
`;

test.for([
  ['far too few', limits('1024'), { allowed: 1024, needed: 23_500 }],
  ['one too few', limits('23499'), { allowed: 23_499, needed: 23_500 }],
  ['just enough', limits('23500'), null],
  ['as many as anybody wants', limits('unlimited'), null],
  ['a system that does not tell', '', null],
] as const)('A limit of open files: %s', ([, text, figures]) => {
  const warning = openFilesWarning(text, 23_000);
  expect(warning?.figures ?? null).toEqual(figures);
  if (figures !== null) expect(warning?.message).toContain('LimitNOFILE=23500');
});

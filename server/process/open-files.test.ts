import { expect, test } from 'vitest';
import { allowedFiles, openFilesWarning } from './open-files.ts';

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             62789                62789                processes
Max open files            ${soft.padEnd(20)} 524288               files
Max locked memory         8388608              8388608              bytes
`;

test.for([
  ['far too few', limits('1024'), 'allows 1024 open files, but 23500 may be needed'],
  ['one too few', limits('23499'), 'LimitNOFILE=23500'],
  ['just enough', limits('23500'), null],
  ['as many as anybody wants', limits('unlimited'), null],
  ['a system that does not tell', '', null],
] as const)('A limit of open files: %s', ([, text, words]) => {
  const warning = openFilesWarning(allowedFiles(text), 23_000);
  if (words === null) expect(warning).toBe(null);
  else expect(warning).toContain(words);
});

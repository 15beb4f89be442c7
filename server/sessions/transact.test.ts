import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('server/{features,http,delivery,live}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));

test('no feature begins a transaction of its own: what a person changes goes through transact', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter((file) => /\.transaction\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('what a feature records of a person is recorded in a transaction', () => {
  const onTheSide = /record(?:Activity|Activities)\((?:deps\.|this\.#deps\.)?db,\s*\{\s*\.\.\.actor/;
  expect(sources.filter((file) => onTheSide.test(readFileSync(file, 'utf8')))).toEqual([]);
});

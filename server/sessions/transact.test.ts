import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('server/{features,http,delivery,live}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));

test('No feature begins its own transaction: changes go through transact', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter((file) => /\.transaction\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test("A feature records a person's action inside a transaction", () => {
  const onTheSide = /record(?:Activity|Activities)\((?:deps\.|this\.#deps\.)?db,\s*\{\s*\.\.\.actor/;
  expect(sources.filter((file) => onTheSide.test(readFileSync(file, 'utf8')))).toEqual([]);
});

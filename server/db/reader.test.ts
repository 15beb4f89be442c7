import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteReader } from './reader.ts';

function readerOfNewFile() {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-reader-'));
  const file = join(dir, 'gatehouse.db');
  new DatabaseSync(file).close();
  const reader = sqliteReader(file);
  onTestFinished(async () => {
    await reader.destroy();
    rmSync(dir, { recursive: true });
  });
  return reader;
}

test('Concurrent queries each get their own answer', async () => {
  const reader = readerOfNewFile();
  const values = Array.from({ length: 100 }, (_, index) => index);
  const answers = await Promise.all(values.map((value) => sql`select ${value} as value`.execute(reader)));
  expect(answers.map(({ rows }) => rows)).toEqual(values.map((value) => [{ value }]));
});

test('A failing query does not fail others', async () => {
  const reader = readerOfNewFile();
  const wrong = sql`select missing from nowhere`.execute(reader);
  const right = sql<{ value: number }>`select 1 as value`.execute(reader);
  await expect(wrong).rejects.toThrow('no such table');
  expect((await right).rows).toEqual([{ value: 1 }]);
});

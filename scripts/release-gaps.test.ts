import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { releaseGaps } from './release-gaps.ts';

function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, contents] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), contents);
  }
  return root;
}

const READY = {
  'package.json': '{ "version": "1.4.0" }',
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n## 1.4.0 – 2030-01-02\n\nAll of it.\n\n## 1.3.0 – 2029-01-02\n',
  'cli/releases.ts':
    "  { version: '1.3.0', lastMigration: '040' },\n  { version: '1.4.0', lastMigration: '044-last' },\n",
  'server/db/migrations/1.4/044-last.ts': '',
  'tests/upgrade/releases/1.4.0/sqlite.gz': '',
};

test('A version with an entry, a line, its data and no migrations without a version can be released', () => {
  expect(releaseGaps(project(READY))).toEqual([]);
  const [, ...entries] = READY['CHANGELOG.md'].split('\n## Unreleased\n');
  expect(releaseGaps(project({ ...READY, 'CHANGELOG.md': entries.join('') }))).toEqual([]);
});

test('Each thing that is missing is named', () => {
  const root = project({
    ...READY,
    'package.json': '{ "version": "1.5.0" }',
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 1.4.0 – 2030-01-02\n',
    'server/db/migrations/next/045-more.ts': '',
  });
  expect(releaseGaps(root)).toEqual([
    'server/db/migrations/next is not empty: rename it to 1.5.',
    'CHANGELOG.md has no entry "## 1.5.0 – <date>".',
    'CHANGELOG.md still has entries under "Unreleased": they belong to 1.5.0.',
    "The last line of cli/releases.ts is not { version: '1.5.0', lastMigration: '045-more' }.",
    'tests/upgrade/releases has no data of 1.5.0: run npm run release-data.',
  ]);
});

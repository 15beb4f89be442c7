import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What is missing before the version in package.json can be released, as sentences. */
export function releaseGaps(root: string): string[] {
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(text('package.json')) as { version: string };
  const migrations = globSync('server/db/migrations/*/*.ts', { cwd: root });
  const lastMigration = migrations
    .map((file) => basename(file, '.ts'))
    .sort()
    .at(-1);
  const line = `{ version: '${version}', lastMigration: '${lastMigration}' }`;
  const lastLine = text('cli/releases.ts')
    .match(/\{ version: .* \}/g)
    ?.at(-1);
  const [, unreleased = ''] = /^## Unreleased\n(.*?)(?=^## |(?![\s\S]))/ms.exec(text('CHANGELOG.md')) ?? [];
  const gaps: [boolean, string][] = [
    [
      migrations.some((file) => file.startsWith('server/db/migrations/next/')),
      `server/db/migrations/next is not empty: rename it to ${version.split('.', 2).join('.')}.`,
    ],
    [!text('CHANGELOG.md').includes(`\n## ${version} – `), `CHANGELOG.md has no entry "## ${version} – <date>".`],
    [unreleased.trim() !== '', `CHANGELOG.md still has entries under "Unreleased": they belong to ${version}.`],
    [lastLine !== line, `The last line of cli/releases.ts is not ${line}.`],
    [
      !existsSync(join(root, `tests/upgrade/releases/${version}`)),
      `tests/upgrade/releases has no data of ${version}: run npm run release-data.`,
    ],
  ];
  return gaps.filter(([isMissing]) => isMissing).map(([, sentence]) => sentence);
}

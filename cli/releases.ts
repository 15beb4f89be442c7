export const RELEASES: readonly { readonly version: string; readonly lastMigration: string }[] = [
  { version: '0.1.0', lastMigration: '005-several-processes' },
  { version: '0.2.0', lastMigration: '026-year' },
  { version: '0.3.0', lastMigration: '044-sign-outs' },
  { version: '0.3.1', lastMigration: '044-sign-outs' },
];

export function describeRelease(lastMigration: string): string {
  const exact = RELEASES.filter((release) => release.lastMigration === lastMigration);
  if (exact.length > 0) return `version ${exact.map(({ version }) => version).join(' or ')}`;
  const before = RELEASES.findLast((release) => release.lastMigration < lastMigration);
  return before === undefined ? `a version before ${RELEASES[0]?.version}` : `a version after ${before.version}`;
}

export const RELEASES: readonly { readonly version: string; readonly lastMigration: string }[] = [
  { version: '0.1.0', lastMigration: '005-several-processes' },
  { version: '0.2.0', lastMigration: '026-year' },
  { version: '0.3.0', lastMigration: '044-sign-outs' },
];

export function describeRelease(lastMigration: string): string {
  const before = RELEASES.findLast((release) => release.lastMigration <= lastMigration);
  if (before === undefined) return `a version before ${RELEASES[0]?.version}`;
  return before.lastMigration === lastMigration ? `version ${before.version}` : `a version after ${before.version}`;
}

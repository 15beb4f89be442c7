import { writeFileSync } from 'node:fs';
import { ruleOf, VARIABLES, type VariableName } from '../server/config-variables.ts';

export const PAGE = 'docs/CONFIGURATION.md';

export function configurationPage(): string {
  const rows = (Object.keys(VARIABLES) as VariableName[]).map((name) => {
    const { fallback, shownFallback, what } = ruleOf(name);
    return `| \`${name}\` | ${shownFallback ?? fallback ?? '–'} | ${what} |`;
  });
  return `# Configuration

Environment variables. \`NAME_FILE\` reads the value of \`NAME\` from a file. A value that can't work stops the start with one
line that says why.

This page is printed by \`npm run configuration\` from \`server/config-variables.ts\`.

| name | default | what it does |
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) writeFileSync(PAGE, configurationPage());

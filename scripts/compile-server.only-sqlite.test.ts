import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { detail } from '../tests/support/detail.ts';

const SERVER = `
  await import('./server/main.ts');
  const { openLanguages, SHIPPED_LANGUAGES } = await import('./server/languages.ts');
  const { all } = await openLanguages(SHIPPED_LANGUAGES);
  console.log(all.map(({ messages }) => messages.shared.language).join());
  console.log(process.moduleLoadList.join());
`;

detail('a server whose files are compiled loads neither the type stripper nor fetch, in any language', () => {
  const cache = mkdtempSync(join(process.env.TEST_DATA_DIR ?? tmpdir(), 'gatehouse-compiled-'));
  const run = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: cache },
    });
  try {
    run("await (await import('./scripts/compile-server.ts')).compileServer();");
    const [languages, loaded] = run(SERVER).split('\n');
    expect(languages).toMatch(/^Language,.*Sprache/);
    expect(loaded).toContain('NativeModule fs');
    expect(loaded).not.toContain('amaro');
    expect(loaded).not.toContain('undici');
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});

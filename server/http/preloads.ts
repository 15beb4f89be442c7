import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The areas that people open first and often with nothing cached; the others are loaded by the app itself. */
const AREAS: readonly [path: RegExp, source: string][] = [
  [/^\/(?:user(?:\/.*)?|redirect)?$/, 'areas/guest/guest-area.tsx'],
  [/^\/(?:auth(?:\/verify-email)?|admin\/login)$/, 'areas/sign-in/sign-in-area.tsx'],
];

/**
 * Tags that let the browser fetch the area of a page together with the app instead of after it, which saves a round
 * trip on a slow phone.
 */
export function preloads(webDir: string, template: string): (path: string) => string {
  const manifestFile = join(webDir, '.vite', 'manifest.json');
  if (!existsSync(manifestFile)) return () => '';
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'));

  const filesOf = (source: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[source];
    if (chunk === undefined || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) filesOf(imported, seen);
    return seen;
  };
  const areas = AREAS.map(([path, source]) => {
    const files = [...filesOf(source)].filter((file) => !template.includes(file));
    return { path, tags: files.map((file) => `<link rel="modulepreload" href="/${file}">`).join('') };
  });
  return (path) => areas.find((area) => area.path.test(path))?.tags ?? '';
}

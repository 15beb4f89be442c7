import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g;

/** The features that each feature below a root imports. */
function importsOf(root: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
    const file = join(root, name);
    const feature = name.split('/')[0] as string;
    const others = found.get(feature) ?? new Set();
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = normalize(join(dirname(file), specifier as string));
      const other = target.startsWith(`${root}/`) ? target.slice(root.length + 1).split('/')[0] : undefined;
      if (other !== undefined && other !== feature) others.add(other);
    }
    found.set(feature, others);
  }
  return found;
}

/** The first circle of imports. */
function circleIn(imports: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>();
  const walk = (feature: string, way: readonly string[]): string[] | null => {
    if (way.includes(feature)) return [...way.slice(way.indexOf(feature)), feature];
    if (done.has(feature)) return null;
    for (const other of imports.get(feature) ?? []) {
      const circle = walk(other, [...way, feature]);
      if (circle !== null) return circle;
    }
    done.add(feature);
    return null;
  };
  for (const feature of imports.keys()) {
    const circle = walk(feature, []);
    if (circle !== null) return circle;
  }
  return null;
}

test.for(['server/features', 'web/features'])('Features below %s do not import each other in circles', (root) => {
  const imports = importsOf(root);
  expect([...imports.values()].some((others) => others.size > 0)).toBe(true);
  expect(circleIn(imports)).toBeNull();
});

test('A circle of imports is found', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ]);
  expect(circleIn(imports)).toEqual(['a', 'b', 'c', 'a']);
});

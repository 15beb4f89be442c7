import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIMITS_DOCUMENT, limitsDocument } from './limits-document.ts';
import { PRIVACY_DOCUMENT, privacyDocument } from './privacy-document.ts';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md']);
/** Without decisions and releases of the past, which name what existed then. */
const CURRENT = globSync(['{README,CONTRIBUTING}.md', 'docs/*.md']);

const textOf = (document: string) => readFileSync(document, 'utf8').replaceAll(/^```.*?^```/gms, '');

/** The anchors of a document: its headings and explicit ids. */
function anchorsOf(document: string): string[] {
  const headings = [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...textOf(document).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

function brokenLinksOf(document: string): string[] {
  const links = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
}

/** The rows of all tables below a heading, up to the next one of its level. */
function rowsBelow(document: string, heading: string): string[][] {
  const [, part = ''] = textOf(document).split(`\n## ${heading}\n`);
  return [...part.replace(/\n## .*/s, '').matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | '));
}

const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

const TESTS = globSync('{contract,server,cli,web,demo,scripts,tests}/**/*.test.{ts,tsx}');
const { scripts: SCRIPTS } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Names of tests in brackets, [`several/start`, `crash/mail`], and after `npm test --`. */
function testNamesIn(document: string): string[] {
  const whole = readFileSync(document, 'utf8');
  const inBrackets = matchesOf(whole, /\[((?:`[^`]+`(?:,\s+)?)+)\](?!\()/g).flatMap((list) =>
    matchesOf(list, /`([^`]+)`/g),
  );
  const inCommands = matchesOf(whole, /npm test -- ([^`\n]+)/g).flatMap((names) => names.split(' '));
  return [...inBrackets, ...inCommands].filter((name) => !/^(?:--|<|name$)/.test(name) && /^[\w/.-]+$/.test(name));
}

const testsIn = (text: string) => [...text.matchAll(/`([^`\s]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
const isMissing = (path: string) => !existsSync(path);

test.for(DOCUMENTS)('Every link of %s leads somewhere', (document) => {
  expect(brokenLinksOf(document)).toEqual([]);
});

test.for(CURRENT)('Every file, test and command that %s names exists', (document) => {
  const whole = readFileSync(document, 'utf8');
  const files = matchesOf(whole, /`((?:contract|server|web|cli|demo|scripts|tests|bench|docs)\/[\w/.-]+)`/g);
  expect(files.filter(isMissing)).toEqual([]);
  expect(testNamesIn(document).filter((name) => !TESTS.some((path) => path.includes(name)))).toEqual([]);
  expect(matchesOf(whole, /npm run (?:--silent )?([\w-]+)/g).filter((name) => SCRIPTS[name] === undefined)).toEqual([]);
  const benchmarks = matchesOf(whole, /npm run bench -- ([a-z -]+)/g).flatMap((names) => names.trim().split(/ +/));
  expect(benchmarks.filter((name) => !name.startsWith('--') && isMissing(`bench/${name}.ts`))).toEqual([]);
});

test("Every section that the server's messages name exists", () => {
  const sections = globSync('server/**/*.ts').flatMap((file) =>
    matchesOf(readFileSync(file, 'utf8'), /'((?:docs\/)?[A-Z]+\.md(?:, [^']+)?)'/g),
  );
  expect(sections.length).toBeGreaterThan(0);
  const isGone = (section: string) => {
    const [document = '', heading] = section.split(', ');
    return isMissing(document) || (heading !== undefined && !textOf(document).includes(`\n## ${heading}\n`));
  };
  expect(sections.filter(isGone)).toEqual([]);
});

test.for(['docs/SECURITY.md', 'docs/ASVS.md'])('Every test that %s names exists', (document) => {
  const named = testsIn(textOf(document));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(isMissing)).toEqual([]);
});

test('Every promise of SECURITY.md names a test that shows it', () => {
  const promises = rowsBelow('docs/SECURITY.md', 'Promises').filter(([first]) => first !== 'promise');
  expect(promises.length).toBeGreaterThan(30);
  expect(promises.filter((row) => testsIn(row.at(-1) ?? '').length === 0)).toEqual([]);
});

test('docs/LIMITS.md is up to date: npm run limits writes it', () => {
  expect(readFileSync(LIMITS_DOCUMENT, 'utf8')).toBe(limitsDocument());
});

test('docs/PRIVACY.md is up to date: npm run privacy writes it', () => {
  expect(readFileSync(PRIVACY_DOCUMENT, 'utf8')).toBe(privacyDocument());
});

describe('The requirements of ASVS', () => {
  const rows = rowsBelow('docs/ASVS.md', 'Requirements');
  const withStatus = (status: RegExp) => rows.filter((row) => status.test(row[2] ?? ''));

  test('Every met requirement names a test or a document', () => {
    const met = withStatus(/^met†?$/);
    expect(met.length).toBeGreaterThan(100);
    expect(met.map((row) => row.join(' ')).filter((row) => testsIn(row).length === 0 && !row.includes(']('))).toEqual(
      [],
    );
  });

  test('The unmet requirements are exactly the known gaps', () => {
    const numbers = (found: string[][]) => found.map(([number = '']) => number).sort();
    const gaps = rowsBelow('docs/ASVS.md', 'Known gaps').filter(([first]) => first !== 'no.');
    expect(numbers(gaps)).toEqual(numbers(withStatus(/^not met$/)));
  });
});

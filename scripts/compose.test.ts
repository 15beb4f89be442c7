import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const compose = readFileSync('compose.yaml', 'utf8');
const configuration = readFileSync('docs/CONFIGURATION.md', 'utf8');

/** The names of all configuration variables. */
const configured = new Set([...configuration.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));

/** The variables that a part of the file sets, up to the next part. */
function environmentOf(part: string): string[] {
  const [, block = ''] =
    new RegExp(String.raw`${part}[\s\S]*?\n( *)environment:\n([\s\S]*?)\n\1\w`).exec(compose)?.slice(1) ?? [];
  return [...block.matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name]) => name as string);
}

test('Every variable that the compose file sets for the portal exists', () => {
  const names = environmentOf('x-portal');
  expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL_FILE', 'SECRET_KEY_FILE']));
  for (const name of names) expect(configured).toContain(name.replace(/_FILE$/, ''));
});

test('The proxy has the address that the portal trusts, and forwards to both processes', () => {
  const [, trusted] = /TRUST_PROXY: (\S+)/.exec(compose) ?? [];
  expect(compose).toContain(`ipv4_address: ${trusted}`);
  const processes = [...compose.matchAll(/^ {2}(portal-\d): \*portal$/gm)].map(([, name]) => `${name}:3000`);
  expect(processes).toHaveLength(2);
  expect(readFileSync('container/Caddyfile', 'utf8')).toContain(`reverse_proxy ${processes.join(' ')} {`);
});

test('Every used secret has a file', () => {
  const used = [...compose.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name);
  for (const name of used) expect(compose).toContain(`file: ./secrets/${name}\n`);
});

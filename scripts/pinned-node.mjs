// Fetches Node if the installed one is too old: exactly the package that `node-versions.json` names, checked by the hash
// of its tarball. Plain JavaScript without packages, like run.mjs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ name: string, version: string, integrity: string }} Pin
 * @param {string} file
 * @param {string} platform
 * @returns {Pin | undefined}
 */
export const pinFor = (file, platform) => JSON.parse(readFileSync(file, 'utf8'))[platform];

/**
 * Returns the binary, or throws an error with a message for people. Another package than the pinned one is never unpacked,
 * and an older copy is removed.
 * @param {string} prefix
 * @param {Pin} pin
 * @param {(args: string[]) => boolean} npm
 * @returns {string}
 */
export function pinnedNode(prefix, pin, npm) {
  const { name, version, integrity } = pin;
  const modules = join(prefix, 'node_modules');
  const binary = join(modules, name, 'bin', name.startsWith('node-win') ? 'node.exe' : 'node');
  if (isInstalled(modules, pin) && existsSync(binary)) return binary;
  const tarball = join(prefix, `${name}-${version}.tgz`);
  rmSync(modules, { recursive: true, force: true });
  rmSync(tarball, { force: true });
  mkdirSync(prefix, { recursive: true });
  try {
    if (!npm(['pack', `${name}@${version}`, '--pack-destination', prefix]) || !existsSync(tarball))
      throw new Error(`${name}@${version} could not be fetched.`);
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (found !== integrity)
      throw new Error(
        `${name}@${version} of this registry is not the pinned one: its hash is another. It is not used.`,
      );
    if (!npm(['install', '--prefix', prefix, '--no-save', tarball]) || !isInstalled(modules, pin)) {
      rmSync(modules, { recursive: true, force: true });
      throw new Error(`${name}@${version} could not be installed.`);
    }
    return binary;
  } finally {
    rmSync(tarball, { force: true });
  }
}

/**
 * npm records the hash of each unpacked tarball as its last step, so the record also proves that it finished.
 * @param {string} modules
 * @param {Pin} pin
 */
function isInstalled(modules, { name, version, integrity }) {
  try {
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    const installed = packages[`node_modules/${name}`];
    return installed.version === version && installed.integrity === integrity;
  } catch {
    return false;
  }
}

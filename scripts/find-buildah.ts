import { aptInstall, commandOf } from './find-program.ts';

const TOOLS = ['buildah', 'debootstrap'];

/** The reason why no image can be built here, or null. Root installs Debian's packages. */
export function whyNoBuildah(): string | null {
  if (process.platform !== 'linux') return 'images are only built on Linux';
  if (process.getuid?.() !== 0) return 'only root can build an image without namespaces';
  for (const name of TOOLS) if (commandOf(name) === null) aptInstall(name);
  const missing = TOOLS.filter((name) => commandOf(name) === null);
  return missing.length === 0 ? null : `there is no ${missing.join(' and no ')}, and apt-get could not install it`;
}

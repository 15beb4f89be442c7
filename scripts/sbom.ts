import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from './npm.mjs';

/** What Vite says of each package that is in the pages. */
interface InPages {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
}

interface Component {
  readonly 'bom-ref': string;
  readonly externalReferences?: readonly { readonly type: string }[];
  readonly [detail: string]: unknown;
}

const inPages = ({ name, version, identifier }: InPages): Component => ({
  'bom-ref': `${name}@${version}`,
  ...{ type: 'library', name, version, scope: 'required' },
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  ...(identifier !== undefined && { licenses: [{ license: { id: identifier } }] }),
});

/** Without the address of the registry that this machine uses. */
const anywhere = ({ externalReferences = [], ...component }: Component): Component => ({
  ...component,
  externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
});

/**
 * Lists the packages that a tree runs and those in its built pages, in CycloneDX. npm's own list says when, where and by
 * which npm it was made; this one follows from the tree and the time.
 */
export function sbomOf(dir: string, time: Date): string {
  const [npm, args] = npmCommand(process.execPath, ['sbom', '--sbom-format', 'cyclonedx']);
  const output = execFileSync(npm, args, { cwd: dir, encoding: 'utf8', maxBuffer: 1024 ** 3 });
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(output);
  const built: InPages[] = JSON.parse(readFileSync(join(dir, 'dist/web/.vite/licenses.json'), 'utf8'));
  const ofServer: Component[] = components.map(anywhere);
  const known = new Set(ofServer.map((component) => component['bom-ref']));
  const ofPages = built.map(inPages).filter((component) => !known.has(component['bom-ref']));
  const { name } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const sbom = {
    ...rest,
    metadata: { ...metadata, timestamp: time.toISOString(), tools: [], component: { ...metadata.component, name } },
    components: [...ofServer, ...ofPages].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: [...dependencies, ...ofPages.map((component) => ({ ref: component['bom-ref'], dependsOn: [] }))],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

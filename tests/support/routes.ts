import type { Scope } from '../../contract/programs/keys.rules.ts';
import type { TestApp } from './app.ts';

interface Schema {
  readonly properties?: object;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The fields of all variants of a body. */
const fieldsOf = ({ properties = {}, anyOf = [], oneOf = [] }: Schema): string[] => [
  ...new Set([...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(fieldsOf)]),
];

interface Operation {
  readonly 'x-access': string;
  readonly security?: readonly { readonly apiKey?: readonly Scope[] }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

/** A route as the running app describes it, so new ones appear by themselves. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameter names in braces. */
  readonly path: string;
  readonly access: string;
  /** What opens it to API keys, where they are switched on. */
  readonly scope: Scope | null;
  /** The fields of the contract; null if the route takes no JSON. */
  readonly fields: readonly string[] | null;
}

export async function describedRoutes(app: TestApp): Promise<DescribedRoute[]> {
  const { paths } = (await app.client().get('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-access': access, security = [], requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase() as DescribedRoute['method'],
        path,
        access,
        scope: security.find(({ apiKey }) => apiKey)?.apiKey?.[0] ?? null,
        fields: schema === undefined ? null : fieldsOf(schema),
      };
    }),
  );
}

/** Every route, files and pages included, as "METHOD /path" with parameters as ":name". */
export function servedRoutes(app: TestApp): string[] {
  const above: string[] = [];
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      above.length = indent.length / 4;
      above.push(part);
      return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`);
    });
}

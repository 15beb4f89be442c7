import type { TestApp } from './app.ts';

interface Schema {
  readonly properties?: object;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Of a body that can have several forms, all that any of them has. */
const fieldsOf = ({ properties = {}, anyOf = [], oneOf = [] }: Schema): string[] => [
  ...new Set([...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(fieldsOf)]),
];

interface Operation {
  readonly 'x-access': string;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

/** A call of the contract, as the running app itself describes it: a new one is there without anybody's doing. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With names of parameters in braces. */
  readonly path: string;
  readonly access: string;
  /** The fields that the contract names; null when the call takes no JSON. */
  readonly fields: readonly string[] | null;
}

export async function describedRoutes(app: TestApp): Promise<DescribedRoute[]> {
  const { paths } = (await app.client().get('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-access': access, requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase() as DescribedRoute['method'],
        path,
        access,
        fields: schema === undefined ? null : fieldsOf(schema),
      };
    }),
  );
}

/** Everything that has a route, files and pages included, as "METHOD /path" with parameters as ":name". */
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

import type { FastifyInstance, RouteOptions } from 'fastify';
import * as z from 'zod';
import { ErrorBody } from '../../contract/errors.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { REQUESTS } from '../limits/limits.ts';

const content = (schema: z.ZodType, io: 'input' | 'output', type = 'application/json') => ({
  [type]: { schema: withoutDialect(schema, io) },
});

function withoutDialect(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query') {
  const { properties = {}, required = [] } = schema ? withoutDialect(schema, 'input') : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function operation({ config }: RouteOptions, withKeys: boolean) {
  const { access, fresh, endpoint } = config ?? {};
  if (endpoint === undefined) return {};
  const opensTo = withKeys && endpoint.scope;
  return {
    summary: endpoint.summary,
    ...(access !== 'anyone' && { security: [{ session: [] }, ...(opensTo ? [{ apiKey: [opensTo] }] : [])] }),
    'x-access': access,
    ...(fresh && { 'x-proof': fresh }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: content(endpoint.body, 'input', endpoint.bodyType) },
    }),
    responses: {
      200: { description: 'Success', content: content(endpoint.answer, 'output', endpoint.answerType) },
      ...(endpoint.mayWait && {
        202: { description: 'Accepted, but not all of it is done yet', content: content(endpoint.answer, 'output') },
      }),
      default: { description: 'Rejected, with a message for people', content: content(ErrorBody, 'output') },
    },
  };
}

/** Roles of a scheme that is not OAuth are its scopes (OpenAPI 3.1). */
const API_KEY = { type: 'http', scheme: 'bearer', bearerFormat: 'gh_…' };

function described(routes: readonly RouteOptions[], sessionCookie: string, withKeys: boolean): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: operation(route, withKeys) };
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version: manifest.version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        ...(withKeys && { apiKey: API_KEY }),
      },
    },
  });
}

/** Built on the first request. Figure: start. */
export function serveOpenApi(app: FastifyInstance, { apiKeys }: Pick<Config, 'apiKeys'>): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint !== undefined && route.method !== 'HEAD') routes.push(route);
  });
  let document: string | undefined;
  const config = { access: 'anyone', limits: { rate: REQUESTS.apiDescription }, output: 'file' } as const;
  app.get('/api/openapi.json', { config }, (_request, reply) => {
    document ??= described(routes, app.sessionCookie.name, apiKeys);
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import { Done, type Endpoint } from '../../contract/endpoint.ts';
import { ErrorBody } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import { notCsv } from '../errors.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Actor, Visitor } from '../visitor/visitor.ts';
import type { Access } from './access.ts';
import type { Guest } from './guest-cookie.ts';
import type { Rate } from './limits.ts';
import { serialiseOnce } from './schemas.ts';

export interface Limits {
  /** Requests of one network; "unlimited" is said, not forgotten. */
  readonly rate: Rate | 'unlimited';
  /** Bytes of the body, where the usual 16 KiB do not do. */
  readonly body?: number;
}

/** What a route serves: data of the contract, or a page or file that has no schema. */
export type Output = 'contract' | 'page' | 'file';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    limits?: Limits;
    output?: Output;
    endpoint?: Endpoint;
    quiet?: boolean;
    passive?: Passive;
  }
  interface FastifyRequest {
    ipAddress: string;
    session: Session | null;
  }
}

/** Whether a request counts as asked by a page of itself; some calls are asked both ways. */
export type Passive = boolean | ((request: FastifyRequest) => boolean);

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Call<E extends Endpoint, A extends Access> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  /** Who is calling; there is always somebody where the route demands it. */
  readonly session: A extends 'anyone' | 'guest' ? Session | null : Session;
  /** The browser in the guest flow; it gets its cookie at the first call that needs it. */
  readonly guest: () => Guest;
  readonly visitor: () => Visitor;
  /** The account that is calling, for the entry of what it does. */
  readonly actor: () => A extends 'anyone' | 'guest' ? never : Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Sent line by line, however long it is. */
interface CsvFile {
  readonly name: string;
  readonly lines: AsyncIterable<string>;
}

/** Calls that have nothing to say but that it is done need not say it. */
type Answer<E extends Endpoint> = E extends { answerType: 'text/csv' }
  ? CsvFile
  : typeof Done extends E['answer']
    ? Promise<void>
    : Promise<z.input<E['answer']>> | z.input<E['answer']>;

const DONE: z.output<typeof Done> = { success: true };

interface Route<E extends Endpoint, A extends Access> {
  readonly access: A;
  readonly limits: Limits;
  /** Not in the request log, because it writes an entry of its own. */
  readonly quiet?: boolean;
  /** Asked by pages of themselves: it does not keep a session alive whose owner has left. */
  readonly passive?: Passive;
  /** The handler gives the same object, unchanged, as long as the answer is the same: it is put into text once. */
  readonly sameObjects?: true;
  handler(call: Call<E, A>): Answer<E>;
}

/** Calls without a body take none, or the empty object that some clients cannot help sending. */
const NoBody = z.strictObject({}, 'This call takes no body.').nullish();

export type VisitorOf = (request: FastifyRequest) => Visitor;

/** Puts one endpoint of the contract on the server. Everything a reader wants to know stands in `route`. */
export function serve<E extends Endpoint, A extends Access>(
  app: FastifyInstance,
  endpoint: E,
  route: Route<E, A>,
): void {
  const writes = endpoint.method !== 'GET';
  const options: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: {
      access: route.access,
      limits: route.limits,
      output: 'contract',
      endpoint,
      quiet: route.quiet ?? false,
      passive: route.passive ?? false,
    },
    ...(route.limits.body !== undefined && { bodyLimit: route.limits.body }),
    schema: {
      ...(writes && { body: endpoint.body ?? NoBody }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      response: { 200: endpoint.answer, '4xx': ErrorBody, '5xx': ErrorBody },
    },
    ...(route.sameObjects && { serializerCompiler: serialiseOnce as RouteOptions['serializerCompiler'] }),
    handler(request, reply) {
      const answer = route.handler({
        params: request.params,
        query: request.query,
        body: request.body,
        session: request.session,
        guest: () => app.guestCookie.obtain(request, reply),
        visitor: () => app.visitorOf(request),
        actor: () => ({ userId: request.session?.user.id, visitor: app.visitorOf(request) }),
        request,
        reply,
      } as Call<E, A>);
      if (endpoint.answerType !== undefined) return sendFile(reply, answer as CsvFile);
      if (endpoint.answer === Done) return (answer as Promise<void>).then(() => DONE);
      // What is known at once is sent at once, without a turn through the queue of promises.
      return answer instanceof Promise ? answer : reply.send(answer);
    },
  };
  if (endpoint.bodyType === undefined) app.route(options);
  else app.register(async (scope) => acceptAsStream(scope, endpoint.bodyType as string).route(options));
}

/** 2026-12-31, for the name of a file. */
export const dayOf = (clock: Clock) => new Date(clock.now()).toISOString().slice(0, 10);

function sendFile(reply: FastifyReply, { name, lines }: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines));
}

/** The whole server takes JSON; a route that takes something else has a corner of its own. */
function acceptAsStream(scope: FastifyInstance, contentType: string): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(contentType, (_request, payload, done) => done(null, payload));
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notCsv()));
  return scope;
}

/** Refuses to start with a route that does not say who may call it, its limits, its input and its output. */
export function assertDeclared(route: RouteOptions): void {
  const { access, limits, output } = route.config ?? {};
  const missing = [
    access === undefined && 'access',
    limits === undefined && 'limits',
    output === undefined && 'output',
    output === 'contract' &&
      !(route.schema?.response as Record<string, unknown> | undefined)?.[200] &&
      'an answer schema',
    [route.method].flat().some((method) => !['GET', 'HEAD'].includes(method)) && !route.schema?.body && 'a body schema',
  ].filter((name) => name !== false);
  if (missing.length > 0) throw new Error(`Route ${route.method} ${route.url} does not declare ${missing.join(', ')}.`);
}

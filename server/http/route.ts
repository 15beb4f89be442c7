import type { Socket } from 'node:net';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  RouteOptions,
} from 'fastify';
import * as z from 'zod';
import { Done, type Endpoint } from '../../contract/endpoint.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { badInput, clientLeft } from '../errors.ts';
import type { RequestLimit } from '../limits/limits.ts';
import { type Access, isForPeople, type Strangers } from '../sessions/access.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Authority, Caller } from '../sessions/transact.ts';
import { actorFor, type Visitor } from '../visitor/visitor.ts';
import type { BegunCookie, DeviceCookie, Guest, GuestCookie, SessionCookie } from './cookies.ts';
import { acceptAsStream, type CsvFile, sendFile } from './files.ts';

interface Limits {
  /** Of limits/limits.ts. */
  readonly rate: RequestLimit | 'unlimited';
  /** Bytes of the body, where the usual 16 KiB do not do. */
  readonly body?: number;
}

/** What the kernel knows of a route. */
export interface Declaration {
  readonly access: Access;
  readonly limits: Limits;
  /** Data of the contract, or a page or file that has no schema. */
  readonly output: 'contract' | 'page' | 'file';
  readonly endpoint?: Endpoint;
  /** Not in the request log, because it writes an entry of its own. */
  readonly quiet?: boolean;
  /** Whether it needs a proof of the last minutes that it is them: "sometimes" is for the handler to say, by `demandProof`. */
  readonly fresh?: 'always' | 'sometimes';
  /** Asked by pages of themselves: it does not keep a session alive whose owner has left. Some calls are asked both ways. */
  readonly passive?: boolean | ((request: FastifyRequest) => boolean);
  /** A writing route for people declares `change`, and each call of it has to pass `transact` as its caller. */
  readonly byTransact?: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    sessionCookie: SessionCookie;
    pendingSignInCookie: BegunCookie;
    guestCookie: GuestCookie;
    deviceCookie: DeviceCookie;
    visitorOf(request: FastifyRequest): Visitor;
    /** Throws where the session's proof is too old. */
    demandProof(session: Session): void;
    /** Throws where whoever sent the request may not send it any more. */
    stillAllowed(authority: Authority): Promise<void>;
    /** Counts a connection no longer: it has become the socket of a guest. */
    releaseConnection(socket: Socket): void;
  }
  interface FastifyContextConfig extends Partial<Declaration> {}
  interface FastifyRequest {
    ipAddress: string;
    session: Session | null;
    /** Past a limit that leaves it to the route: the seconds until one more may pass. Otherwise 0. */
    secondsToWait: number;
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
interface Call<E extends Endpoint, A extends Access> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  /** Who is calling; there is always somebody where the route demands it. */
  readonly session: A extends Strangers ? Session | null : Session;
  /** The browser in the guest flow; it gets its cookie at the first call that needs it. */
  readonly guest: () => Guest;
  readonly visitor: () => Visitor;
  /** The person who is calling: what they change goes through `transact`. */
  readonly actor: () => A extends Strangers ? never : Caller;
  /** Throws unless the person has passed a step-up in the last minutes; `transact` asks for it as well then. */
  readonly demandProof: () => void;
  /** Aborts when the client disconnects: long work that nobody waits for ends. */
  readonly disconnected: () => AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Calls that have nothing to say but that it is done need not say it. */
type Answer<E extends Endpoint> = E extends { answerType: 'text/csv' }
  ? Promise<CsvFile>
  : typeof Done extends E['answer']
    ? Promise<void>
    : Promise<z.input<E['answer']>> | z.input<E['answer']>;

const DONE: z.output<typeof Done> = { success: true };

type Handler<E extends Endpoint, A extends Access> = (call: Call<E, A>) => Answer<E>;

/** What a person changes, they change through `transact`; so the handler of such a route has a name of its own. */
type Handlers<E extends Endpoint, A extends Access> = E['method'] extends 'GET'
  ? { readonly handler: Handler<E, A> }
  : A extends Strangers
    ? { readonly handler: Handler<E, A> }
    : { readonly change: Handler<E, A> };

type Route<E extends Endpoint, A extends Access> = Pick<Declaration, 'limits' | 'quiet' | 'passive' | 'fresh'> & {
  readonly access: A;
  /** The handler gives the same object, unchanged, as long as the answer is the same: it is put into text once. */
  readonly sameObjects?: true;
} & Handlers<E, A>;

/** Calls without a body take none, or the empty object that some clients cannot help sending. */
const NoBody = z.strictObject({}, 'This call takes no body.').nullish();

/** Contract messages are sentences already; zod's own speak of types, so people get the field's name. */
function sentenceFor(issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.join('.');
  const message = issue?.message ?? '';
  if (message !== '' && !/^(?:Invalid|Too |Unrecognized|Expected)/.test(message)) return message;
  return field ? `"${field}" is missing or not valid.` : 'The request is missing something or is not valid.';
}

export const parseInput: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: badInput(sentenceFor(result.error.issues[0])) };
  };
};

/** Answers are parsed too: a field that the contract does not name never leaves the server. */
export const serialiseAnswer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(schema.parse(data));
};

/** For routes that give the same object again and again: parsed and put into text once for each object. */
const serialiseOnce: FastifySerializerCompiler<z.ZodType> = (route) => {
  const serialise = serialiseAnswer(route);
  const texts = new WeakMap<object, string>();
  return (data) => {
    const text = texts.get(data) ?? serialise(data);
    texts.set(data, text);
    return text;
  };
};

function disconnected({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Of the answer: a request counts as closed as soon as its body was read.
  if (raw.destroyed) controller.abort(clientLeft());
  else raw.once('close', () => controller.abort(clientLeft()));
  return controller.signal;
}

/** Puts one endpoint of the contract on the server. Everything a reader wants to know stands in `route`. */
export function serve<E extends Endpoint, A extends Access>(
  app: FastifyInstance,
  endpoint: E,
  { sameObjects, ...route }: Route<E, A>,
): void {
  const { handler, change, ...declared } = route as Omit<Route<E, A>, 'sameObjects'> & {
    handler?: Handler<E, A>;
    change?: Handler<E, A>;
  };
  const handle = (change ?? handler) as Handler<E, A>;
  const writes = endpoint.method !== 'GET';
  const options: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: { ...declared, endpoint, output: 'contract', byTransact: change !== undefined },
    ...(declared.limits.body !== undefined && { bodyLimit: declared.limits.body }),
    schema: {
      ...(writes && { body: endpoint.body ?? NoBody }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      response: {
        200: endpoint.answer,
        ...(endpoint.mayWait && { 202: endpoint.answer }),
        '4xx': ErrorBody,
        '5xx': ErrorBody,
      },
    },
    ...(sameObjects && { serializerCompiler: serialiseOnce as RouteOptions['serializerCompiler'] }),
    handler(request, reply) {
      const session = request.session as Session;
      const authority: Authority = { session, access: declared.access, needsProof: false, wasChecked: false };
      const demandProof = () => {
        app.demandProof(session);
        authority.needsProof = true;
      };
      if (declared.fresh === 'always') demandProof();
      const answer = handle({
        params: request.params,
        query: request.query,
        body: request.body,
        session: request.session,
        guest: () => app.guestCookie.obtain(request, reply),
        visitor: () => app.visitorOf(request),
        demandProof,
        disconnected: () => disconnected(reply),
        actor: () => ({ ...actorFor(session.user, app.visitorOf(request)), authority }),
        request,
        reply,
      } as Call<E, A>);
      if (change !== undefined) {
        return (answer as Promise<unknown>).then((changed) => {
          if (!authority.wasChecked) throw new Error(`${endpoint.method} ${endpoint.path} answered without transact.`);
          return endpoint.answer === Done ? DONE : changed;
        });
      }
      if (endpoint.answerType !== undefined)
        return (answer as Promise<CsvFile>).then((file) => sendFile(reply, file, () => app.stillAllowed(authority)));
      if (endpoint.answer === Done) return (answer as Promise<void>).then(() => DONE);
      // What is known at once is sent at once, without a turn through the queue of promises.
      return answer instanceof Promise ? answer : reply.send(answer);
    },
  };
  if (endpoint.bodyType === undefined) app.route(options);
  else app.register(async (scope) => acceptAsStream(scope, endpoint.bodyType as string).route(options));
}

/**
 * Refuses to start with a route that does not say who may call it, its limits, its input and its output, or that writes for
 * people without `transact`.
 */
export function assertDeclared(route: RouteOptions): void {
  const { access, limits, output, byTransact } = route.config ?? {};
  const isWriting = [route.method].flat().some((method) => !['GET', 'HEAD'].includes(method));
  const missing = [
    access === undefined && 'access',
    limits === undefined && 'limits',
    output === undefined && 'output',
    output === 'contract' &&
      !(route.schema?.response as Record<string, unknown> | undefined)?.[200] &&
      'an answer schema',
    isWriting && !route.schema?.body && 'a body schema',
    isWriting && access !== undefined && isForPeople(access) && byTransact !== true && 'a change by transact',
  ].filter((name) => name !== false);
  if (missing.length > 0) throw new Error(`Route ${route.method} ${route.url} does not declare ${missing.join(', ')}.`);
}

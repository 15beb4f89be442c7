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
import { problem, problemSentence } from '../../contract/language/problem.rules.ts';
import type { Scope } from '../../contract/programs/keys.rules.ts';
import type { Permission } from '../../contract/users/roles.rules.ts';
import { badInput, clientLeft, needsPerson, type Sentence } from '../errors.ts';
import type { Language } from '../languages.ts';
import type { RequestLimit } from '../limits/limits.ts';
import { type Access, needsSignIn, type Strangers } from '../sessions/access.ts';
import type { ApiKey } from '../sessions/api-keys.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Authority, Caller } from '../sessions/transact.ts';
import { actorFor, type Visitor } from '../visitor/visitor.ts';
import type { DeviceCookie, Guest, GuestCookie, OwnCookie } from './cookies.ts';
import { acceptAsStream, type CsvFile, sendFile } from './files.ts';

interface Limits {
  readonly rate: RequestLimit | 'unlimited';
  readonly body?: number;
}

export interface Declaration {
  readonly access: Access;
  readonly limits: Limits;
  readonly output: 'contract' | 'page' | 'file';
  readonly endpoint?: Endpoint;
  readonly quiet?: boolean;
  /** "sometimes": the handler decides and calls `demandProof`. */
  readonly fresh?: 'always' | 'sometimes';
  /** A poll, which doesn't keep the session alive. */
  readonly passive?: boolean | ((request: FastifyRequest) => boolean);
  /** The `change` handler must use `transact`. */
  readonly byTransact?: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    sessionCookie: OwnCookie;
    pendingSignInCookie: OwnCookie;
    guestCookie: GuestCookie;
    deviceCookie: DeviceCookie;
    visitorOf(request: FastifyRequest): Visitor;
    languageOf(request: FastifyRequest): Language;
    demandProof(session: Session): void;
    stillAllowed(authority: Authority): Promise<void>;
    releaseConnection(socket: Socket): void;
  }
  interface FastifyContextConfig extends Partial<Declaration> {}
  interface FastifyRequest {
    ipAddress: string;
    session: Session | null;
    /** Set for requests with an API key; handlers then get the session of its maker. */
    apiKey: ApiKey | null;
    secondsToWait: number;
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
export interface Call<E extends Endpoint, A extends Access> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly session: A extends Strangers ? Session | null : Session;
  readonly guest: () => Guest;
  readonly visitor: () => Visitor;
  readonly actor: () => A extends Strangers ? never : Caller;
  readonly demandProof: () => void;
  readonly disconnected: () => AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<E extends Endpoint> = E extends { answerType: 'text/csv' }
  ? Promise<CsvFile>
  : typeof Done extends E['answer']
    ? Promise<void>
    : Promise<z.input<E['answer']>> | z.input<E['answer']>;

const DONE: z.output<typeof Done> = { success: true };

type Handler<E extends Endpoint, A extends Access> = (call: Call<E, A>) => Answer<E>;

type Handlers<E extends Endpoint, A extends Access> = E['method'] extends 'GET'
  ? { readonly handler: Handler<E, A> }
  : A extends Strangers
    ? { readonly handler: Handler<E, A> }
    : { readonly change: Handler<E, A> };

type Route<E extends Endpoint, A extends Access> = Pick<Declaration, 'limits' | 'quiet' | 'passive' | 'fresh'> & {
  readonly access: A;
  /** The same object is serialised once. Figure: guests, check-prompt. */
  readonly sameObjects?: true;
} & Handlers<E, A>;

/** Some clients always send an empty object. */
const NoBody = z.strictObject({}, problem('noBody')).nullish();

/** Shows only our own messages: Zod's are about types. */
function sentenceFor(issue: z.core.$ZodIssue | undefined): Sentence {
  const field = issue?.path.join('.');
  const message = issue?.message ?? '';
  if (message !== '' && !/^(?:Invalid|Too |Unrecognized|Expected)/.test(message))
    return ({ problems }) => problemSentence(problems, message);
  return ({ errors }) => (field ? errors.fieldInvalid(field) : errors.inputInvalid);
}

export const parseInput: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: badInput(sentenceFor(result.error.issues[0])) };
  };
};

/** Undeclared fields never leave. */
export const serialiseAnswer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(schema.parse(data));
};

/** Longer texts are kept as bytes. Two writes cost less than encoding for every answer. */
const LONG_TEXT = 16_384;

const serialiseOnce = (route: Parameters<typeof serialiseAnswer>[0]) => {
  const serialise = serialiseAnswer(route);
  const answers = new WeakMap<object, string | Buffer>();
  return (data: object) => {
    const known = answers.get(data);
    if (known !== undefined) return known;
    const text = serialise(data);
    const answer = text.length < LONG_TEXT ? text : Buffer.from(text);
    answers.set(data, answer);
    return answer;
  };
};

function disconnected({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Listen to the response: the request is "closed" as soon as its body was read.
  if (raw.destroyed) controller.abort(clientLeft());
  else raw.once('close', () => controller.abort(clientLeft()));
  return controller.signal;
}

/** A route with a scope must need a staff permission. */
type AccessTo<E extends Endpoint> = E extends { scope: Scope } ? Permission : Access;

export function serve<E extends Endpoint, A extends AccessTo<E>>(
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
    ...((sameObjects || endpoint.answer === Done) && {
      serializerCompiler: serialiseOnce as unknown as RouteOptions['serializerCompiler'],
    }),
    handler(request, reply) {
      const session = request.session as Session;
      const { apiKey } = request;
      const authority: Authority = {
        session,
        key: apiKey && { found: apiKey, scope: endpoint.scope as Scope },
        access: declared.access,
        needsProof: false,
        wasChecked: false,
      };
      const demandProof = () => {
        // Making the key took a step-up, which is enough for exports.
        if (apiKey !== null && !writes) return;
        if (apiKey !== null) throw needsPerson();
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
        actor: () => ({
          ...actorFor(session.user, app.visitorOf(request)),
          ...(apiKey && { apiKey: apiKey.name }),
          authority,
        }),
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
      return answer instanceof Promise ? answer : reply.send(answer);
    },
  };
  if (endpoint.bodyType === undefined) app.route(options);
  else app.register(async (scope) => acceptAsStream(scope, endpoint.bodyType as string).route(options));
}

/** Throws at start if a route lacks a declaration. */
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
    isWriting && access !== undefined && needsSignIn(access) && byTransact !== true && 'a change by transact',
  ].filter((name) => name !== false);
  if (missing.length > 0) throw new Error(`Route ${route.method} ${route.url} does not declare ${missing.join(', ')}.`);
}

import type { Socket } from 'node:net';
import Fastify, { type ConnectionError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Keys } from '../keys.ts';
import type { Log } from '../log.ts';
import { type Access, refusal } from './access.ts';
import { clientAddress, networkOf, proxies } from './address.ts';
import { type SessionCookie, sessionCookie } from './cookies.ts';
import { deniedPage } from './denied-page.ts';
import {
  asHttpError,
  domainDenied,
  errorBody,
  foreignOrigin,
  HttpError,
  notFound,
  notJson,
  tooManyRequests,
} from './errors.ts';
import { type GuestCookie, guestCookie } from './guest-cookie.ts';
import { securityHeaders } from './headers.ts';
import { allowedHosts } from './hosts.ts';
import { rateLimiter } from './limits.ts';
import { isOwnOrigin } from './origin.ts';
import { requestIds } from './request-id.ts';
import { isWrite, requestLog } from './request-log.ts';
import { assertDeclared, type Limits, type Passive, type VisitorOf } from './route.ts';
import { parseInput, serialiseAnswer } from './schemas.ts';
import type { Session, Sessions } from './sessions.ts';
import { visitorAt } from './visitor.ts';

const BODY_MAX = 16 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    sessionCookie: SessionCookie;
    guestCookie: GuestCookie;
    visitorOf: VisitorOf;
  }
}

interface Declared {
  readonly access: Access;
  readonly limits: Limits;
  readonly passive?: Passive;
}

interface KernelDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly keys: Keys;
}

/**
 * The HTTP side that every route stands on. In this order: security headers, client address, hostname, origin
 * of writes; then, as the route declares it, rate limit, session and access.
 */
export function createKernel({ config, log, clock, sessions, keys }: KernelDeps): FastifyInstance {
  const headers = securityHeaders(config);
  const isProxy = proxies(config.trustProxy);
  const app = Fastify({
    bodyLimit: BODY_MAX,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    genReqId: requestIds(isProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // An address that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers.plain)),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers.plain),
  });
  const isAllowed = allowedHosts(config);
  const gateIsOpen = config.gate.mode === 'open';
  const requests = requestLog(app, log);

  /** The last stop of every failure. */
  function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const known = asHttpError(error);
    if (known.status === 500) log.error({ err: error, req: request.id }, 'request failed');
    else if (known.status === 503) log.warn({ err: error, req: request.id }, 'request refused');
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
    reply.code(known.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(errorBody(known));
    requests.refused(request, reply);
  }

  app.setValidatorCompiler(parseInput);
  app.setSerializerCompiler(serialiseAnswer);
  app.setErrorHandler(answerError);
  acceptOnlyJson(app);
  app.decorate('sessionCookie', sessionCookie(config));
  app.decorate('guestCookie', guestCookie(config, keys, clock));
  app.decorate('visitorOf', (request) => visitorAt(request.ipAddress, request.headers['user-agent']));
  app.decorateRequest('ipAddress', '');
  app.decorateRequest('session', null);

  app.addHook('onRequest', function checkOrigins(request, reply, done) {
    reply.headers(headers.plain).header('x-request-id', request.id);
    request.ipAddress = clientAddress(request.socket.remoteAddress ?? '', forwardedFor(request), isProxy);
    if (!isAllowed(request.headers.host)) {
      if (!wantsPage(request)) return done(domainDenied());
      const page = deniedPage();
      return reply.code(404).headers(headers.page(page.nonce)).type('text/html; charset=utf-8').send(page.html);
    }
    if (isWrite(request.method) && !isOwnOrigin(request.headers, config)) return done(foreignOrigin());
    done();
  });

  app.addHook('onRoute', (route) => {
    assertDeclared(route);
    const { access, limits, passive = false } = route.config as Declared;
    const limiter = limits.rate === 'unlimited' ? null : rateLimiter(limits.rate, clock);
    route.onRequest = function checkCaller(request, _reply, done) {
      const seconds = limiter?.take(networkOf(request.ipAddress)) ?? 0;
      if (seconds > 0) return done(tooManyRequests(seconds));
      const passedGate = access === 'guest' && (gateIsOpen || app.guestCookie.hasPassedGate(request));
      const token = app.sessionCookie.read(request);
      if (token === undefined) return done(refusal(access, { session: null, passedGate }) ?? undefined);
      const proceed = (session: Session | null) => {
        request.session = session;
        done(refusal(access, { session, passedGate }) ?? undefined);
      };
      const found = sessions.find(token, typeof passive === 'function' ? passive(request) : passive);
      if (found instanceof Promise) found.then(proceed, done);
      else proceed(found);
    };
  });

  // A kept-alive connection becomes idle when its last request is answered; nothing else would close it then.
  app.addHook('preClose', (done) => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
    closing.unref();
    done();
  });

  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply));
  return app;
}

/** Not HTTP, or headers too large: there is no request yet, so the answer is written by hand. */
function refuseMalformed(error: ConnectionError, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify(errorBody(new HttpError(400, 'malformed_request', 'The request is not valid HTTP.')));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      ...lines,
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function forwardedFor(request: FastifyRequest): string | undefined {
  const header = request.headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}

const wantsPage = (request: FastifyRequest) =>
  !isWrite(request.method) &&
  !request.url.startsWith('/api/') &&
  !/^application\/json/.test(request.headers.accept ?? '');

function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients like to announce JSON even where a call has no body.
    if (body === '') return done(null, undefined);
    return parse(request, body as string, done);
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(notJson()));
}

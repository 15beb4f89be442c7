import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { refusal } from './access.ts';
import { clientAddress, networkOf } from './address.ts';
import { type SessionCookie, sessionCookie } from './cookies.ts';
import { deniedPage } from './denied-page.ts';
import { answerError, errorBody, foreignOrigin, HttpError, notFound, notJson, tooManyRequests } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { allowedHosts } from './hosts.ts';
import { type RateLimiter, rateLimiter } from './limits.ts';
import { isOwnOrigin } from './origin.ts';
import { assertDeclared, type VisitorOf } from './route.ts';
import { parseInput, serialiseAnswer } from './schemas.ts';
import type { Session, Sessions } from './sessions.ts';
import { visitorAt } from './visitor.ts';

const BODY_MAX = 16 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    sessionCookie: SessionCookie;
    visitorOf: VisitorOf;
  }
}

interface KernelDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

/** The HTTP side that every route stands on; see the list of hooks for the order of its checks. */
export async function createKernel({ config, log, clock, sessions }: KernelDeps): Promise<FastifyInstance> {
  const headers = securityHeaders(config);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // An address that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers.plain)),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers.plain),
  });
  const isAllowed = allowedHosts(config);
  const limiters = new WeakMap<object, RateLimiter>();

  app.setValidatorCompiler(parseInput);
  app.setSerializerCompiler(serialiseAnswer);
  app.setErrorHandler(answerError);
  app.addHook('onRoute', assertDeclared);
  acceptOnlyJson(app);
  await app.register(cookie);
  app.decorate('sessionCookie', sessionCookie(config));
  app.decorate('visitorOf', (request) => visitorAt(request.ipAddress, request.headers['user-agent']));
  app.decorateRequest('ipAddress', '');
  app.decorateRequest('session', null);

  app.addHook('onRequest', function checkRequest(request, reply, done) {
    reply.headers(headers.plain);
    request.ipAddress = clientAddress(request.socket.remoteAddress ?? '', forwardedFor(request), config.trustProxy);

    if (!isAllowed(request.headers.host)) {
      if (wantsPage(request)) {
        const page = deniedPage();
        reply
          .code(404)
          .header('content-security-policy', headers.page(page.nonce))
          .type('text/html; charset=utf-8')
          .send(page.html);
        return;
      }
      return done(new HttpError(404, 'domain_denied', 'The requested resource was not found on this server.'));
    }
    if (isWrite(request)) {
      const { origin, host } = request.headers;
      const site = request.headers['sec-fetch-site'];
      if (!isOwnOrigin({ origin, host, site: Array.isArray(site) ? site[0] : site }, config))
        return done(foreignOrigin());
    }
    const { limits } = request.routeOptions.config;
    if (limits !== undefined && limits.rate !== 'unlimited') {
      let limiter = limiters.get(limits);
      if (limiter === undefined) {
        limiter = rateLimiter(limits.rate, clock);
        limiters.set(limits, limiter);
      }
      const seconds = limiter.take(networkOf(request.ipAddress));
      if (seconds > 0) return done(tooManyRequests(seconds));
    }
    done();
  });

  app.addHook('onRequest', function checkAccess(request, _reply, done) {
    const access = request.routeOptions.config.access ?? 'anyone';
    const proceed = (session: Session | null) => {
      request.session = session;
      done(refusal(access, session) ?? undefined);
    };
    const token = app.sessionCookie.read(request);
    if (token === undefined) return proceed(null);
    const found = sessions.find(token);
    if (found instanceof Promise) found.then(proceed, done);
    else proceed(found);
  });

  app.addHook('onResponse', function logRequest(request, reply, done) {
    const quiet = request.routeOptions.config.output === 'file' || request.routeOptions.url === '/healthz';
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        // Without the query: it may hold a token.
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ipAddress,
        ...(request.session !== null && { user: request.session.user.id }),
      },
      'request',
    );
    done();
  });

  // A kept-alive connection becomes idle when its last request is answered; nothing else would close it then.
  app.addHook('preClose', (done) => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
    closing.unref();
    done();
  });

  app.setNotFoundHandler((_request, reply) => {
    reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(notFound())));
  });
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

const isWrite = (request: FastifyRequest) => !['GET', 'HEAD', 'OPTIONS'].includes(request.method);

const wantsPage = (request: FastifyRequest) =>
  !isWrite(request) && !request.url.startsWith('/api/') && !/^application\/json/.test(request.headers.accept ?? '');

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

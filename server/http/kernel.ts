import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isStaff as isStaffRole } from '../../contract/users/roles.rules.ts';
import type { Core } from '../core.ts';
import {
  domainDenied,
  errorBody,
  foreignOrigin,
  freshProofNeeded,
  HttpError,
  keyRefused,
  malformedRequest,
  notFound,
  notJson,
  tooManyRequests,
} from '../errors.ts';
import { requestLimits, type Take } from '../limits/request-limits.ts';
import { isForStaff, isProven, needsSignIn, refusal } from '../sessions/access.ts';
import { type ApiKey, carriesKey } from '../sessions/api-keys.ts';
import type { Session } from '../sessions/sessions.ts';
import { assertAllowed } from '../sessions/transact.ts';
import { addressesIn, clientAddress } from '../visitor/address.ts';
import { visitorAt } from '../visitor/visitor.ts';
import { whenKnown } from '../when-known.ts';
import {
  CLIENT_TIMEOUTS,
  type ConnectionLimits,
  keepClosingIdle,
  limitConnections,
  limitUnanswered,
  stopListening,
} from './connections.ts';
import { deviceCookie, guestCookie, pendingSignInCookie, sessionCookie } from './cookies.ts';
import { asHttpError, refuseMalformed } from './failures.ts';
import { securityHeaders } from './headers.ts';
import { allowedHosts, deniedPage, hasSeveralHostHeaders, isOwnOrigin } from './hosts.ts';
import { requestLanguage } from './language.ts';
import { isWrite, requestIds, requestLog } from './request-log.ts';
import { assertDeclared, type Declaration, parseInput, serialiseAnswer } from './route.ts';

const BODY_MAX = 16 * 1024;

interface KernelDeps
  extends ConnectionLimits,
    Pick<Core, 'config' | 'db' | 'reader' | 'log' | 'clock' | 'sessions' | 'apiKeys' | 'keys' | 'languages'> {
  readonly leaving: { readonly begun: boolean };
}

/**
 * Hooks for every request: security headers, client address, host, origin of writes. Then by route: origin, rate limit, session, access.
 */
export function createKernel(deps: KernelDeps): FastifyInstance {
  const { config, db, reader, log, clock, sessions, apiKeys, leaving } = deps;
  const headers = securityHeaders(config);
  const isProxy = addressesIn(config.trustProxy);
  const app = Fastify({
    bodyLimit: BODY_MAX,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: CLIENT_TIMEOUTS.requestTimeout,
    http: { ...CLIENT_TIMEOUTS, optimizeEmptyRequests: true },
    genReqId: requestIds(isProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // An undecodable URL skips the hooks.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers.plain)),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers.plain),
  });
  app.decorate('releaseConnection', limitConnections(app.server, isProxy, deps));
  limitUnanswered(app.server);
  const isAllowed = allowedHosts(config);
  const gateIsOpen = config.gate.mode === 'open';
  const limiterFor = requestLimits(db, clock);
  const requests = requestLog(app, log, clock);

  const readerOf = (request: FastifyRequest) => {
    const { access } = request.routeOptions.config;
    return access !== undefined && isForStaff(access) ? deps.languages.english : app.languageOf(request);
  };

  function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    // With an unread body, the connection can't be reused.
    const cutShort = mayHaveBody(request) && request.raw.destroyed && !request.raw.complete;
    if (cutShort) reply.header('connection', 'close');
    const found = asHttpError(error);
    const known = cutShort && found.status >= 500 ? malformedRequest() : found;
    if (known.status === 500) log.error({ err: error, req: request.id }, 'request failed');
    else if (known.status === 503 && error !== known) log.warn({ err: error, req: request.id }, 'request refused');
    if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
    reply
      .code(known.status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(errorBody(known, readerOf(request).messages));
    requests.refused(request, reply);
  }

  app.setValidatorCompiler(parseInput);
  app.setSerializerCompiler(serialiseAnswer);
  app.setErrorHandler(answerError);
  acceptOnlyJson(app);
  app.decorate('sessionCookie', sessionCookie(config));
  app.decorate('pendingSignInCookie', pendingSignInCookie(config));
  app.decorate('guestCookie', guestCookie(deps));
  app.decorate('deviceCookie', deviceCookie(deps));
  const languageOf = requestLanguage(deps);
  app.decorate('languageOf', languageOf);
  app.decorate('visitorOf', (request) =>
    visitorAt(request.ipAddress, request.headers['user-agent'], languageOf(request).code),
  );
  app.decorate('demandProof', (session) => {
    if (!isProven(session, clock.now())) throw freshProofNeeded();
  });
  // No step-up needed: a long export may outlast it.
  app.decorate('stillAllowed', (authority) => assertAllowed(reader, deps, { ...authority, needsProof: false }));
  app.decorateRequest('ipAddress', '');
  app.decorateRequest('session', null);
  app.decorateRequest('apiKey', null);
  app.decorateRequest('secondsToWait', 0);

  app.addHook('onRequest', function checkOrigins(request, reply, done) {
    // A pipelined request on a connection that was closed meanwhile.
    if (request.socket.destroyed) return void reply.hijack();
    reply.headers(headers.plain).header('x-request-id', request.id);
    request.ipAddress = clientAddress(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for'], isProxy);
    if (hasSeveralHostHeaders(request.raw)) return done(malformedRequest());
    if (!isAllowed(request.raw)) {
      if (!wantsPage(request)) return done(domainDenied());
      const page = deniedPage(languageOf(request));
      reply.headers(headers.page(page.nonce)).header('content-security-policy', page.policy);
      return reply.code(404).type('text/html; charset=utf-8').send(page.html);
    }
    if (isWrite(request.method) && !isByKey(request) && !isOwnOrigin(request.headers, config))
      return done(foreignOrigin());
    done();
  });

  // If a content type is given, the parser would wait for a body.
  app.addHook('preParsing', function giveEmptyBody(request, _reply, payload, done) {
    const isAwaited = request.headers['content-type'] !== undefined && !mayHaveBody(request);
    done(null, isAwaited ? Readable.from([]) : payload);
  });

  /** Staff are exempt from their wide network's share. */
  const isStaff = async (request: FastifyRequest) => {
    const token = app.sessionCookie.read(request);
    const session = token === undefined ? null : await sessions.find(token, true);
    return session !== null && isStaffRole(session.user.role);
  };

  app.addHook('onRoute', (route) => {
    assertDeclared(route);
    const { access, limits, output, endpoint, passive = false } = route.config as Declaration;
    const { rate } = limits;
    const take: Take = rate === 'unlimited' ? () => 0 : limiterFor(`${route.method} ${route.url}`, rate);
    const isUpToRoute = rate !== 'unlimited' && rate.past === 'up to the route';
    const isForStrangers = !needsSignIn(access);
    const isOfContract = output === 'contract';
    const checkKey = (request: FastifyRequest, done: (error?: Error) => void) => {
      if (app.sessionCookie.read(request) !== undefined)
        return done(keyRefused('Send an API key without the cookie of a session.'));
      const proceed = (found: ApiKey | HttpError) => {
        if (found instanceof HttpError) return done(found);
        request.apiKey = found;
        request.session = found.session;
        done(refusal(access, found.session) ?? undefined);
      };
      const authorization = request.headers.authorization as string;
      const found = apiKeys.find({ authorization, ipAddress: request.ipAddress, scope: endpoint?.scope });
      whenKnown(found, proceed, done);
    };
    const checkAccess = (request: FastifyRequest, done: (error?: Error) => void) => {
      if (isOfContract && hasKey(request)) return checkKey(request, done);
      const passedGate = access === 'guest' && (gateIsOpen || app.guestCookie.hasPassedGate(request));
      const token = app.sessionCookie.read(request);
      if (token === undefined) return done(refusal(access, null, passedGate) ?? undefined);
      const proceed = (session: Session | null) => {
        request.session = session;
        done(refusal(access, session, passedGate) ?? undefined);
      };
      const found = sessions.find(token, typeof passive === 'function' ? passive(request) : passive);
      whenKnown(found, proceed, done);
    };
    route.onRequest = function checkCaller(request, _reply, done) {
      // Reads too, because polling consumes a redirect.
      if (isOfContract && !hasKey(request) && !isOwnOrigin(request.headers, config)) return done(foreignOrigin());
      const proceed = (seconds: number) => {
        if (isUpToRoute) request.secondsToWait = seconds;
        if (seconds > 0 && !isUpToRoute) done(tooManyRequests(seconds));
        else checkAccess(request, done);
      };
      const taken = take(request.ipAddress, isForStrangers ? 'stranger' : 'known');
      if (taken === 0) return checkAccess(request, done);
      const refuse = async (seconds: number) => {
        if (seconds === 0 || !isForStrangers || !(await isStaff(request))) return seconds;
        return take(request.ipAddress, 'known');
      };
      Promise.resolve(taken).then(refuse).then(proceed, done);
    };
  });

  app.addHook('preClose', async () => {
    if (leaving.begun) await stopListening(app.server);
    else keepClosingIdle(app.server);
  });

  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply));
  return app;
}

const hasKey = ({ headers }: FastifyRequest) => carriesKey(headers.authorization);

/**
 * Only routes of the contract accept keys. A request with a key and a session cookie is refused, so that no browser can be made to send
 * one.
 */
const isByKey = (request: FastifyRequest) => hasKey(request) && request.routeOptions.config.output === 'contract';

/** Node answers all others without a body (`optimizeEmptyRequests`). */
const mayHaveBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const wantsPage = (request: FastifyRequest) =>
  !isWrite(request.method) &&
  !request.url.startsWith('/api/') &&
  !/^application\/json/.test(request.headers.accept ?? '');

function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, body as string, done);
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(notJson()));
}

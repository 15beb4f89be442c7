import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { LIMITS } from '../limits/limits.ts';
import { logLines } from '../limits/log-lines.ts';
import type { Log } from '../process/log.ts';
import { normaliseAddress } from '../visitor/address.ts';

const PATH_MAX = 200;

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] as string;
  return path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path;
}

/** Never log the query, headers or body: they may contain secrets. */
function line(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      req: request.id,
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ipAddress,
      ...(request.session && { user: request.session.user.id }),
      ...(request.apiKey && { apiKey: request.apiKey.id }),
    },
    'request',
  );
}

export const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/** Guests poll, so successful reads are logged only at debug level. */
export function requestLog(app: FastifyInstance, log: Log, clock: Clock) {
  const everything = log.isLevelEnabled('debug');
  const refused = logLines(log, clock, LIMITS.refusalLines, 'refused requests left out');
  const served = logLines(log, clock, LIMITS.requestLines, 'requests left out');
  const isWorthALine = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.session) return true;
    if (reply.statusCode >= 400) return refused();
    // Only at debug level do reads get here.
    return !isWrite(request.method) || served();
  };
  app.addHook('onRoute', (route) => {
    const wanted = [route.method].flat().some(isWrite) && !route.config?.quiet;
    if (!everything && !wanted) return;
    route.onResponse = (request, reply, done) => {
      if (isWorthALine(request, reply)) line(log, request, reply);
      done();
    };
  });
  return {
    refused(request: FastifyRequest, reply: FastifyReply): void {
      const hasRoute = request.is404 !== true;
      if (hasRoute && (everything || isWrite(request.method))) return;
      if (isWorthALine(request, reply)) line(log, request, reply);
    },
  };
}

const FROM_PROXY = /^[\w.-]{8,64}$/;

/** A client's own id could forge log lines. */
export function requestIds(isProxy: (address: string) => boolean): (request: IncomingMessage) => string {
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && FROM_PROXY.test(given)) {
      const peer = normaliseAddress(socket.remoteAddress ?? '');
      if (peer !== null && isProxy(peer)) return given;
    }
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { normaliseAddress } from '../visitor/address.ts';

const FROM_PROXY = /^[\w.-]{8,64}$/;

/**
 * What ties an answer to its lines in the log, also between processes and restarts. A proxy of ours may bring one along;
 * anybody else could write into the log with it or make two requests look like one.
 */
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

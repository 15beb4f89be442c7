import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { requestIds } from './request-log.ts';

const from = (remoteAddress: string, id?: string | string[]) =>
  ({ headers: { 'x-request-id': id }, socket: { remoteAddress } }) as unknown as IncomingMessage;

test('Every request has its own id, also after a restart', () => {
  const [one, other] = [requestIds(() => false), requestIds(() => false)];
  const ids = [one, one, other, other].map((next) => next(from('192.0.2.1')));
  expect(new Set(ids).size).toBe(4);
});

test.for([
  ['a proxy of ours', '::ffff:10.0.0.1', '0af7651916cd43dd-1', true],
  ['anybody else', '192.0.2.1', '0af7651916cd43dd-1', false],
  ['a proxy that passes on what breaks a line', '10.0.0.1', 'a\n{"level":50}aaaa', false],
  ['a proxy with something very long', '10.0.0.1', 'a'.repeat(65), false],
] as const)('A request id from %s', ([, peer, given, taken]) => {
  expect(requestIds((address) => address === '10.0.0.1')(from(peer, given)) === given).toBe(taken);
});

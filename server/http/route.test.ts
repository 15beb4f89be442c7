import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Done, endpoint } from '../../contract/endpoint.ts';
import { assertDeclared, parseInput, serialiseAnswer, serve } from './route.ts';

const answer = z.object({ ok: z.boolean() });
const complete = {
  config: { access: 'anyone', limits: { rate: 'unlimited' }, output: 'contract' },
  schema: { querystring: z.object({}), body: z.object({}), response: { 200: answer } },
} as const;

function start(options: object) {
  const app = Fastify();
  app.addHook('onRoute', assertDeclared);
  app.route({ method: 'POST', url: '/it', handler: () => ({ ok: true }), ...options });
}

test('A complete route is accepted', () => {
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRoute', assertDeclared);
  app.route({ method: 'POST', url: '/it', handler: () => ({ ok: true }), ...complete });
});

test.for([
  ['anything', {}, 'access, limits, output, a body schema'],
  ['access', { ...complete, config: { ...complete.config, access: undefined } }, 'access'],
  ['limits', { ...complete, config: { ...complete.config, limits: undefined } }, 'limits'],
  ['input', { ...complete, schema: { ...complete.schema, body: undefined } }, 'a body schema'],
  ['output', { ...complete, schema: { ...complete.schema, response: undefined } }, 'an answer schema'],
  ['transact', { ...complete, config: { ...complete.config, access: 'user' } }, 'a change by transact'],
] as const)('A route without %s stops the start', ([, options, missing]) => {
  expect(() => start(options)).toThrow(`Route POST /it does not declare ${missing}.`);
});

test('A change that did not go through transact fails', async () => {
  const app = Fastify();
  app.setValidatorCompiler(parseInput);
  app.setSerializerCompiler(serialiseAnswer);
  const it = endpoint('POST /api/it', { summary: 'Changes something', answer: Done });
  serve(app, it, { access: 'user', limits: { rate: 'unlimited' }, change: async () => {} });
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/it' });
  expect([statusCode, body]).toEqual([500, expect.stringContaining('answered without transact')]);
});

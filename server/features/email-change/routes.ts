import type { FastifyInstance } from 'fastify';
import {
  cancelEmailChange,
  confirmEmailChange,
  emailChange,
  requestEmailChange,
} from '../../../contract/email-change.ts';
import { serve } from '../../http/route.ts';
import {
  cancelEmailChange as cancel,
  confirmEmailChange as confirm,
  type EmailChangeDeps,
  requestEmailChange as request,
  waitingEmailChange,
} from './email-change.ts';

const READS = { rate: { most: 300, seconds: 60 } };
const WRITES = { rate: { most: 60, seconds: 60 } };
const CODES = { rate: { most: 30, seconds: 60 } };

export function emailChangeRoutes(app: FastifyInstance, deps: EmailChangeDeps): void {
  serve(app, emailChange, {
    access: 'user',
    limits: READS,
    handler: async ({ session }) => ({ waiting: await waitingEmailChange(deps, session) }),
  });

  serve(app, requestEmailChange, {
    access: 'user',
    fresh: 'always',
    limits: CODES,
    handler: ({ body, session, visitor }) => request(deps, session, body.email, visitor()),
  });

  // Without a proof of its own: only the session that gave one gets a code that works.
  serve(app, confirmEmailChange, {
    access: 'user',
    limits: CODES,
    handler: async ({ body, session, visitor }) => ({ email: await confirm(deps, session, body.code, visitor()) }),
  });

  serve(app, cancelEmailChange, {
    access: 'user',
    limits: WRITES,
    handler: ({ session }) => cancel(deps, session),
  });
}

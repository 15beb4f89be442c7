import type { FastifyInstance } from 'fastify';
import {
  cancelEmailChange,
  confirmEmailChange,
  emailChange,
  requestEmailChange,
} from '../../../../contract/account/email.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import {
  completeEmailChange,
  dropEmailChange,
  type EmailChangeDeps,
  startEmailChange,
  waitingEmailChange,
} from './email-change.ts';

const READS = { rate: REQUESTS.accountReads };
const WRITES = { rate: REQUESTS.accountWrites };
const CODES = { rate: REQUESTS.addressCodes };

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
    change: ({ body, session, actor }) => startEmailChange(deps, actor(), session, body.email),
  });

  // No step-up here: the code works only in the session that had one.
  serve(app, confirmEmailChange, {
    access: 'user',
    limits: CODES,
    change: async ({ body, session, actor }) => ({
      email: await completeEmailChange(deps, actor(), session, body.code),
    }),
  });

  serve(app, cancelEmailChange, {
    access: 'user',
    limits: WRITES,
    change: ({ session, actor }) => dropEmailChange(deps, actor(), session),
  });
}

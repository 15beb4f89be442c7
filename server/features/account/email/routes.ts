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
  cancelEmailChange as cancel,
  confirmEmailChange as confirm,
  type EmailChangeDeps,
  requestEmailChange as request,
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
    change: ({ body, session, actor }) => request(deps, actor(), session, body.email),
  });

  // Without a proof of its own: only the session that gave one gets a code that works.
  serve(app, confirmEmailChange, {
    access: 'user',
    limits: CODES,
    change: async ({ body, session, actor }) => ({ email: await confirm(deps, actor(), session, body.code) }),
  });

  serve(app, cancelEmailChange, {
    access: 'user',
    limits: WRITES,
    change: ({ session, actor }) => cancel(deps, actor(), session),
  });
}

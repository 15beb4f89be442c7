import type { FastifyInstance } from 'fastify';
import { checkUserRedirect } from '../../../contract/redirects.ts';
import { serve } from '../../http/route.ts';
import type { UserRedirects } from './user-redirects.ts';

export function redirectRoutes(app: FastifyInstance, redirects: UserRedirects): void {
  serve(app, checkUserRedirect, {
    access: 'user',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: ({ session }) => redirects.take(session),
  });
}

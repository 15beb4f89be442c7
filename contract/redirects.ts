import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const checkUserRedirect = endpoint({
  method: 'GET',
  path: '/api/user/check-redirect',
  summary: 'Where the support team sends the signed-in user; a one-time redirect is used up by this',
  answer: z.object({ redirect: z.string().nullable() }),
});

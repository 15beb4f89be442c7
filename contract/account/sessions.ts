import * as z from 'zod';
import { Done, endpoint, Id } from '../endpoint.ts';
import { UserSession } from '../users/users.ts';

export const ownSessions = endpoint('GET /api/auth/sessions', {
  summary: 'Where the signed-in person is signed in right now, last used first',
  answer: z.array(UserSession),
});

export const endOwnSession = endpoint('DELETE /api/auth/sessions/:id', {
  summary: 'Sign out in one place',
  params: z.object({ id: Id }),
  answer: Done,
});

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  summary: 'Sign out everywhere but here',
  answer: z.object({ ended: z.int() }),
});

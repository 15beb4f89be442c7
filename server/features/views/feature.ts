import type { FastifyInstance } from 'fastify';
import { VIEWS_MAX, type ViewPath } from '../../../contract/views/views.rules.ts';
import { listViews, removeView, type SavedView, saveView } from '../../../contract/views/views.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import type { Db, Tables, Trx } from '../../db/tables.ts';
import { badInput, HttpError, notAllowed } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { mayRemove, mayShareWith } from './policy.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: REQUESTS.deskWrites };

const viewNotFound = () => new HttpError('not_found', 'This view no longer exists.');
const tooManyViews = () => badInput(`You can save up to ${VIEWS_MAX} views. Remove one first.`);

const withOwners = (db: Db | Trx) =>
  db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .selectAll('saved_views')
    .select('users.username as owner');

const present = (
  { id, name, path, query, shared_with, user_id, owner }: Tables['saved_views'] & { owner: string },
  userId: string,
): SavedView => ({
  id,
  name,
  path: path as ViewPath,
  query,
  sharedWith: shared_with,
  isOwn: user_id === userId,
  owner,
});

export const openViews = ({ db, transact, clock }: Pick<Core, 'db' | 'transact' | 'clock'>) => ({
  routes(http: FastifyInstance) {
    serve(http, listViews, {
      access: 'back-office',
      limits: READS,
      handler: async ({ session: { user } }) => {
        const rows = await withOwners(db)
          .where((eb) => eb.or([eb('user_id', '=', user.id), eb('shared_with', '=', user.role)]))
          .orderBy('name')
          .orderBy('saved_views.id')
          .limit(VIEWS_MAX * 10)
          .execute();
        return rows.map((row) => present(row, user.id));
      },
    });

    serve(http, saveView, {
      access: 'back-office',
      limits: WRITES,
      change: ({ body: { name, path, query, sharedWith }, actor, session: { user } }) =>
        transact(actor(), async (trx) => {
          if (!mayShareWith(user.role, sharedWith)) throw notAllowed();
          const others = await trx
            .selectFrom('saved_views')
            .select('id')
            .where('user_id', '=', user.id)
            .where((eb) => eb.or([eb('path', '<>', path), eb('name', '<>', name)]))
            .execute();
          if (others.length >= VIEWS_MAX) throw tooManyViews();
          const changes = { query, shared_with: sharedWith };
          const { id } = await trx
            .insertInto('saved_views')
            .values({ id: newId(clock.now()), user_id: user.id, path, name, ...changes })
            .onConflict((conflict) => conflict.columns(['user_id', 'path', 'name']).doUpdateSet(changes))
            .returning('id')
            .executeTakeFirstOrThrow();
          return present(await withOwners(trx).where('saved_views.id', '=', id).executeTakeFirstOrThrow(), user.id);
        }),
    });

    serve(http, removeView, {
      access: 'back-office',
      limits: WRITES,
      change: ({ params: { id }, actor, session: { user } }) =>
        transact(actor(), async (trx) => {
          const view = await trx.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
          if (view === undefined || !mayRemove(user, view)) throw viewNotFound();
          await trx.deleteFrom('saved_views').where('id', '=', id).execute();
        }),
    });
  },
});

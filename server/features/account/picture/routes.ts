import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { removePicture, setPicture } from '../../../../contract/account/picture.ts';
import { Id } from '../../../../contract/endpoint.ts';
import { may } from '../../../../contract/users/roles.rules.ts';
import type { Core } from '../../../core.ts';
import type { Trx } from '../../../db/tables.ts';
import { badInput } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { demandFromLimits } from '../../../limits/database-counts.ts';
import { countOf } from '../../../limits/limit.ts';
import { LIMITS, REQUESTS } from '../../../limits/limits.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { networkOf } from '../../../visitor/address.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { plainJpeg } from './jpeg.ts';

const WRITES = { rate: REQUESTS.accountWrites };
const PICTURE_BODY = 90 * 1024;

const countsOf = ({ visitor }: Caller) => [
  countOf(LIMITS.picturesOfNetwork, networkOf(visitor.ipAddress)),
  countOf(LIMITS.pictures),
];

/** The URL has a hash, so browsers can cache it for good. */
const urlOf = (userId: string, picture: Buffer) =>
  `/api/users/${userId}/picture?v=${createHash('sha256').update(picture).digest('hex').slice(0, 16)}`;

type PictureDeps = Pick<Core, 'db' | 'transact' | 'clock' | 'sessions'>;

export function pictureRoutes(app: FastifyInstance, { db, transact, clock, sessions }: PictureDeps): void {
  const changed = async (trx: Trx, actor: Caller, url: string | null) => {
    const at = clock.now();
    const { userId } = actor;
    await trx.updateTable('users').set({ profile_image_url: url, updated_at: at }).where('id', '=', userId).execute();
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'details' }, at });
    sessions.usersChanged(trx, [userId]);
  };

  serve(app, setPicture, {
    access: 'user',
    limits: { ...WRITES, body: PICTURE_BODY },
    change: async ({ body, actor }) => {
      const caller = actor();
      const picture = plainJpeg(Buffer.from(body.picture, 'base64'));
      if (picture === null) throw badInput(({ problems }) => problems.notAPicture);
      const profileImageUrl = urlOf(caller.userId, picture);
      await transact(caller, async (trx) => {
        await demandFromLimits(trx, countsOf(caller), clock.now());
        const row = { picture: picture.toString('base64') };
        await trx
          .insertInto('profile_pictures')
          .values({ user_id: caller.userId, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
        await changed(trx, caller, profileImageUrl);
      });
      return { profileImageUrl };
    },
  });

  serve(app, removePicture, {
    access: 'user',
    limits: WRITES,
    change: ({ actor }) =>
      transact(actor(), async (trx) => {
        await trx.deleteFrom('profile_pictures').where('user_id', '=', actor().userId).execute();
        await changed(trx, actor(), null);
      }),
  });

  app.get<{ Params: { id: string } }>(
    '/api/users/:id/picture',
    { config: { access: 'user', limits: { rate: 'unlimited' }, output: 'file', passive: true } },
    async ({ params, session }, reply) => {
      const { success, data: id } = Id.safeParse(params.id);
      const user = session?.user;
      const isVisible = success && user !== undefined && (user.id === id || may(user.role, 'see-users'));
      const found = isVisible
        ? await db.selectFrom('profile_pictures').select('picture').where('user_id', '=', id).executeTakeFirst()
        : undefined;
      if (found === undefined) return reply.callNotFound();
      return reply
        .type('image/jpeg')
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(Buffer.from(found.picture, 'base64'));
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { GUEST_ACTIONS } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import { deleteOldStaffEntries } from '../../db/audit-chain/retention.ts';
import type { RetentionLimits } from '../../feature.ts';
import type { FindListed } from '../../visitor/guest-id.ts';
import { deleteOldEntries } from './activity/activity.ts';
import { deleteOldNames } from './activity/former-users.ts';
import { activityRecorder } from './activity/recorder.ts';
import { activityRoutes } from './activity/routes.ts';
import { AuditChainer } from './audit/chainer.ts';
import { auditRoutes } from './audit/routes.ts';

export async function openLog(core: Core, findListed: FindListed) {
  const { db, keys, clock } = core;
  const audit = new AuditChainer(core);
  await audit.start();
  return {
    audit,
    record: activityRecorder(db),
    routes(http: FastifyInstance) {
      activityRoutes(http, { ...core, findListed });
      auditRoutes(http, { ...core, findListed });
    },
    sweep: () => audit.link(),
    retention: ({ users, staff, guests }: RetentionLimits) => [
      (most: number) => deleteOldStaffEntries(db, keys, staff, most, clock.now()),
      (most: number) => deleteOldEntries(db, 'users', users, most),
      // No entry about an account is newer than its deletion, so the same limit fits.
      (most: number) => deleteOldNames(db, staff, most),
      ...GUEST_ACTIONS.map((action) => (most: number) => deleteOldEntries(db, action, guests, most)),
    ],
    close: () => audit.close(),
  };
}

import type { FastifyInstance } from 'fastify';
import { guestUserId } from '../../../contract/activity.rules.ts';
import {
  deleteGuestLogs,
  type Guest,
  listGuestLogs,
  listGuests,
  logActivity,
} from '../../../contract/guest-activity.ts';
import type { GuestPage } from '../../../contract/verification.rules.ts';
import { isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { tooManyRequests } from '../../errors.ts';
import { page } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { RecordActivity } from '../activity/recorder.ts';
import { searchActivity } from '../activity/search.ts';
import type { Notify } from '../notifications/events.ts';
import { PageViews } from './page-views.ts';
import type { PresenceReplica } from './presence-replica.ts';
import { presentGuest, presentGuestLog } from './presenter.ts';
import { deleteGuestEntries } from './queries.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 300, seconds: 60 } };
/** Many guests can share one address. */
const GUEST_WRITES = { rate: { most: 600, seconds: 60 } };
/** Twenty open pages ask for the same list; it is made once for all of them. */
const LIST_KEPT_MS = 250;
/** A list as long as that is made a few times a second and no more, however many guests come: it takes milliseconds. */
const LONG_LIST = 200;
/** A list that changes many times a second is fetched a few times a second. */
const TOLD_EVERY_MS = 250;

interface GuestActivityDeps extends Pick<Core, 'db' | 'reader' | 'clock' | 'rows'> {
  readonly presence: PresenceReplica;
  readonly record: RecordActivity;
  readonly notify: Notify;
  readonly sockets: Sockets;
  /** Told of every page that a browser reports. */
  arrived(guestId: string, page: GuestPage, visitor: Visitor): Promise<void>;
  /** What the support team has sent a guest who has not got it yet. */
  waitingFor(guestIp: string): Guest['waiting'];
}

export function guestActivityRoutes(app: FastifyInstance, deps: GuestActivityDeps): void {
  const { db, reader, clock, presence, notify, sockets, waitingFor } = deps;
  const views = new PageViews(deps);

  serve(app, logActivity, {
    access: 'guest',
    limits: GUEST_WRITES,
    quiet: true,
    handler: async ({ body, request, visitor }) => {
      const userId = guestUserId(request.ipAddress);
      const entry = { userId, action: 'page_view', page: body.page, visitor: visitor(), at: clock.now() } as const;
      const seconds = await views.log(entry, app.guestCookie.read(request)?.id ?? entry.visitor.userAgent);
      // Staff see who is there, also when there is no room in the log.
      presence.viewed(entry.page, entry.visitor, entry.at);
      const guestId = app.guestCookie.publicId(request);
      if (guestId !== null) await deps.arrived(guestId, body.page, entry.visitor);
      if (seconds > 0) throw tooManyRequests(seconds);
      notify({ kind: 'page-view', page: entry.page, visitor: entry.visitor });
    },
  });

  let kept: { readonly at: number; readonly guests: Guest[] } | null = null;
  let isTellingDue = false;
  presence.onChange((seen) => {
    if (kept !== null && (seen === 'at once' || kept.guests.length < LONG_LIST)) kept = null;
    if (isTellingDue || sockets.count() === 0) return;
    isTellingDue = true;
    setTimeout(() => {
      isTellingDue = false;
      sockets.tell({ type: 'guests_changed' });
    }, TOLD_EVERY_MS).unref();
  });
  const present = () =>
    presence.guests.list().map(({ guest, network }) =>
      presentGuest(guest, {
        presence: presence.guests.isOnline(guest) ? 'here' : 'gone',
        network,
        waiting: waitingFor(guest.ip_address),
      }),
    );

  serve(app, listGuests, {
    access: 'admin',
    limits: READS,
    passive: true,
    sameObjects: true,
    handler: () => {
      const now = clock.now();
      if (kept === null || isLongAgo(kept.at, LIST_KEPT_MS, now)) kept = { at: now, guests: present() };
      return kept.guests;
    },
  });

  serve(app, listGuestLogs, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: async ({ query, reply }) => {
      const { entries, next } = await searchActivity(reader, { ...query, filter: 'guests', q: '' });
      return page(reply, entries.map(presentGuestLog), next);
    },
  });

  serve(app, deleteGuestLogs, {
    access: 'admin',
    limits: { ...WRITES, body: 1024 * 1024 },
    handler: async ({ body, actor }) => {
      const deletedCount = await db.transaction().execute(async (trx) => {
        const entries = await deleteGuestEntries(trx, body.logIds);
        const details = { change: 'guest log deleted', entries } as const;
        await recordActivity(trx, { ...actor(), action: 'profile_update', details, at: clock.now() });
        return entries;
      });
      views.forget();
      presence.logged();
      return { deletedCount };
    },
  });
}

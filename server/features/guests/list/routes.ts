import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  countGuestLogs,
  countGuests,
  deleteGuestLogs,
  guestPresence,
  guestTimeline,
  listGuestLogs,
  listGuests,
  logActivity,
} from '../../../../contract/guests/guests.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import type { Core } from '../../../core.ts';
import { boundedCount } from '../../../db/queries.ts';
import { HttpError, tooManyRequests } from '../../../errors.ts';
import type { Guest, HaltCookie } from '../../../http/cookies.ts';
import { page } from '../../../http/cursor.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { Sockets } from '../../../live/sockets.ts';
import type { FindListed } from '../../../visitor/guest-id.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { presentActivity } from '../../log/activity/presenter.ts';
import type { RecordActivity } from '../../log/activity/recorder.ts';
import { searchActivity, timesOf } from '../../log/activity/search.ts';
import type { Notify } from '../../notifications/events.ts';
import type { Help } from '../help/help.ts';
import type { Messages } from '../messages/messages.ts';
import { pageViews } from '../presence/page-views.ts';
import type { PresenceReplica } from '../presence/presence-replica.ts';
import { deleteGuestEntries } from '../presence/queries.ts';
import { GuestList, type GuestListDeps } from './guest-list.ts';
import { presentGuestLog } from './presenter.ts';
import { timelineOf } from './timeline.ts';

const guestNotFound = () => new HttpError('guest_not_found', 'This guest is unknown, or was here too long ago.');

const READS = { rate: 'unlimited' } as const;
const PRESENCE = { rate: REQUESTS.guestPresence };
const WRITES = { rate: REQUESTS.deskWrites };
const GUEST_WRITES = { rate: REQUESTS.guestSteps };
/** Debounce: the list may change many times a second. */
const TOLD_EVERY_MS = 250;
const TIME_CHECKED_EVERY_MS = 500;

interface GuestActivityDeps
  extends Pick<Core, 'transact' | 'reader' | 'clock' | 'rows'>,
    Omit<GuestListDeps, 'guests' | 'messages' | 'help'> {
  readonly presence: PresenceReplica;
  readonly messages: GuestListDeps['messages'] & Pick<Messages, 'arrived'>;
  readonly help: GuestListDeps['help'] & Pick<Help, 'renewed' | 'halt'>;
  readonly haltCookie: HaltCookie;
  readonly record: RecordActivity;
  readonly findListed: FindListed;
  readonly notify: Notify;
  readonly sockets: Sockets;
}

export function guestActivityRoutes(app: FastifyInstance, deps: GuestActivityDeps): void {
  const { transact, reader, clock, presence, help, haltCookie, notify, sockets } = deps;
  const views = pageViews(deps);
  const guests = new GuestList({ ...deps, guests: presence.guests });

  /** Keeps the halt while the browser comes back. Stores one that only the browser kept, if the guest now has a code. */
  const keepHalt = async (request: FastifyRequest, reply: FastifyReply, guest: Guest, visitor: () => Visitor) => {
    const stored = help.of(guest.publicId)?.halted_at ?? null;
    // Memory may not know yet that the guest ended the halt.
    const isStored = stored !== null && (await help.renewed(guest.publicId));
    const kept = haltCookie.read(request);
    if (kept !== null && !isStored) await help.halt(guest.publicId, visitor(), false);
    const since = kept ?? (isStored ? stored : null);
    if (since === null) return;
    haltCookie.write(reply, since);
    app.guestCookie.keepHalted(reply, guest);
  };

  serve(app, logActivity, {
    access: 'guest',
    limits: GUEST_WRITES,
    quiet: true,
    handler: async ({ body, request, reply, guest, visitor }) => {
      const { page } = body;
      // A browser that rejects cookies is a new guest with each request.
      const isKnown = app.guestCookie.publicId(request) !== null;
      const browser = guest();
      const guestId = browser.publicId;
      await keepHalt(request, reply, browser, visitor);
      const who = { userId: guestUserId(request.ipAddress), guestId, visitor: visitor() };
      const entry = { ...who, action: 'page_view', page, at: clock.now() } as const;
      const seconds = await views.log(entry, isKnown ? [guestId] : [who.visitor.userAgent, guestId]);
      presence.viewed(guestId, page, entry.visitor, { at: entry.at, isKnown });
      await deps.messages.arrived(guestId, page, entry.visitor);
      if (seconds > 0) throw tooManyRequests(seconds);
      notify({ kind: 'page-view', page, guestId, isKnown, visitor: entry.visitor });
    },
  });

  serve(app, guestPresence, {
    access: 'guest',
    limits: PRESENCE,
    quiet: true,
    handler: async ({ body, request, visitor }) => {
      const guestId = app.guestCookie.publicId(request);
      if (guestId !== null) presence.said(guestId, body.page, body.presence, visitor());
    },
  });

  let dueAt = Number.POSITIVE_INFINITY;
  let telling: NodeJS.Timeout;
  const tell = (seen: 'at once' | 'soon') => {
    const inMs = seen === 'at once' ? TOLD_EVERY_MS : guests.everyMs;
    const at = performance.now() + inMs;
    if (at >= dueAt) return;
    dueAt = at;
    clearTimeout(telling);
    telling = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      // Wait until the replicas have caught up.
      guests.forget('at once');
      sockets.notify({ type: 'guests_changed' });
    }, inMs).unref();
  };
  presence.onChange((seen) => {
    guests.forget(seen);
    if (seen === 'at once' || sockets.count() > 0) tell(seen);
  });
  const checking = setInterval(() => {
    if (sockets.count() > 0 && guests.hasChangedByTime()) sockets.notify({ type: 'guests_changed' });
  }, TIME_CHECKED_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(checking));

  serve(app, listGuests, {
    access: 'see-guests',
    limits: READS,
    passive: true,
    sameObjects: true,
    handler: ({ query }) => guests.search(query.view, query.q),
  });

  serve(app, countGuests, {
    access: 'see-guests',
    limits: READS,
    passive: true,
    sameObjects: true,
    handler: () => guests.counts(),
  });

  serve(app, guestTimeline, {
    access: 'see-guests',
    limits: READS,
    passive: true,
    handler: async ({ params: { id } }) => {
      const entries = await timelineOf(reader, id);
      if (entries.length === 0 && presence.guests.get(id) === undefined) throw guestNotFound();
      return entries;
    },
  });

  serve(app, listGuestLogs, {
    access: 'see-guests',
    limits: READS,
    passive: true,
    handler: async ({ query, reply }) => {
      const { rows: entries, next } = await searchActivity(reader, { ...query, filter: 'guests', q: '' });
      const logs = await presentActivity(reader, entries, deps.findListed);
      return page(reply, logs.map(presentGuestLog), next);
    },
  });

  serve(app, countGuestLogs, {
    access: 'see-guests',
    limits: READS,
    passive: true,
    handler: () => boundedCount(reader, timesOf(reader, { filter: 'guests' })),
  });

  serve(app, deleteGuestLogs, {
    access: 'change-portal',
    fresh: 'always',
    limits: { ...WRITES, body: 1024 * 1024 },
    change: async ({ body, actor }) => {
      const deletedCount = await transact(actor(), async (trx) => {
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

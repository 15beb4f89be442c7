import type { FastifyInstance } from 'fastify';
import { GUEST_ACTIONS } from '../../../contract/activity.rules.ts';
import type { Guest } from '../../../contract/guest-activity.ts';
import { deleteGuestLogs, listGuestLogs, listGuests } from '../../../contract/guest-activity.ts';
import { promptGuest } from '../../../contract/prompts.ts';
import { type Clock, isLongAgo } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { badInput } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import type { Sockets } from '../../live/sockets.ts';
import { normaliseAddress } from '../../visitor/address.ts';
import { recordActivity } from '../activity/activity.ts';
import { searchActivity } from '../activity/search.ts';
import type { Steering } from '../redirects/steering.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { GuestPresence } from './presence.ts';
import { presentGuest, presentGuestLog } from './presenter.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 300, seconds: 60 } };
/** Twenty open pages ask for the same list; it is made once for all of them. */
const LIST_KEPT_MS = 250;
/** A list that changes many times a second is fetched a few times a second. */
const TOLD_EVERY_MS = 250;
const DELETED_AT_ONCE = 500;

interface GuestActivityDeps {
  readonly db: Db;
  readonly reader: Db;
  readonly clock: Clock;
  readonly presence: GuestPresence;
  readonly steering: Steering;
  readonly settings: SettingsStore;
  readonly sockets: Sockets;
}

export function guestActivityRoutes(app: FastifyInstance, deps: GuestActivityDeps): void {
  const { db, reader, clock, presence, steering, settings, sockets } = deps;
  tellOfChanges(presence, sockets);

  let kept: { readonly at: number; readonly guests: Guest[] } | null = null;
  let changed = false;
  presence.onChange(() => {
    changed = true;
  });
  const guests = () => {
    const now = clock.now();
    if (kept === null || isLongAgo(kept.at, LIST_KEPT_MS, now) || changed) {
      changed = false;
      kept = { at: now, guests: presence.list().map((guest) => presentGuest(guest, presence, steering)) };
      Object.freeze(kept.guests);
    }
    return kept.guests;
  };

  serve(app, listGuests, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: guests,
  });

  serve(app, listGuestLogs, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: async ({ query, reply }) => {
      const { entries, next } = await searchActivity(reader, { ...query, filter: 'guests', q: '' });
      if (next !== null) reply.header('x-next-cursor', next);
      return entries.map(presentGuestLog);
    },
  });

  serve(app, deleteGuestLogs, {
    access: 'admin',
    limits: { ...WRITES, body: 1024 * 1024 },
    handler: async ({ body, session, visitor }) => {
      const deletedCount = await db.transaction().execute(async (trx) => {
        let deleted = 0;
        for (let at = 0; at < body.logIds.length; at += DELETED_AT_ONCE) {
          const { numDeletedRows } = await trx
            .deleteFrom('activity')
            .where('id', 'in', body.logIds.slice(at, at + DELETED_AT_ONCE))
            // Only what guests did: nobody deletes the trace of an admin here.
            .where('action', 'in', [...GUEST_ACTIONS])
            .executeTakeFirstOrThrow();
          deleted += Number(numDeletedRows);
        }
        await recordActivity(trx, {
          userId: session.user.id,
          action: 'profile_update',
          visitor: visitor(),
          details: { change: 'guest log deleted', entries: deleted },
          at: clock.now(),
        });
        return deleted;
      });
      presence.acted();
      return { deletedCount };
    },
  });

  serve(app, promptGuest, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ body, session, visitor }) => {
      const ip = normaliseAddress(body.guestIp);
      if (ip === null) throw badInput('Please enter a guest IP address');
      const { emailPromptMessage, codePromptMessage } = settings.current;
      const message = body.message ?? emailPromptMessage;
      if (message !== emailPromptMessage && message !== codePromptMessage)
        throw badInput('Guests can only be shown one of the two messages of the settings');
      const isCode = message !== emailPromptMessage || (message === codePromptMessage && !presence.isEnteringEmail(ip));
      const kind = isCode ? 'code' : 'email';
      await steering.prompt(ip, kind, { adminId: session.user.id, visitor: visitor() });
      return { success: true } as const;
    },
  });
}

function tellOfChanges(presence: GuestPresence, sockets: Sockets): void {
  let isDue = false;
  presence.onChange(() => {
    if (isDue || sockets.count() === 0) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      sockets.tell({ type: 'guests_changed' });
    }, TOLD_EVERY_MS).unref();
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../../core.ts';
import type { RetentionLimits } from '../../feature.ts';
import { haltCookie } from '../../http/cookies.ts';
import type { GuestSockets } from '../../live/guest-sockets.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { FindListed } from '../../visitor/guest-id.ts';
import type { RecordActivity } from '../log/activity/recorder.ts';
import type { Notify } from '../notifications/events.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { DeliveryTimes } from '../verification/delivery-times/delivery-times.ts';
import { findByPublicId } from '../verification/queries.ts';
import type { VerificationDeps } from '../verification/verification.ts';
import { Help } from './help/help.ts';
import { helpRoutes } from './help/routes.ts';
import { guestActivityRoutes } from './list/routes.ts';
import { Assignments } from './messages/assignments.ts';
import { Messages } from './messages/messages.ts';
import { type FindGuest, guestUnknown } from './messages/recipients.ts';
import { messageRoutes } from './messages/routes.ts';
import { PresenceReplica } from './presence/presence-replica.ts';
import { deleteCrowdedOut, deleteOldGuests } from './presence/queries.ts';
import { deleteOldSteps } from './steps.ts';

interface GuestsDeps extends Core, VerificationDeps {
  readonly settings: SettingsStore;
  readonly notify: Notify;
  readonly record: RecordActivity;
  readonly sockets: Sockets;
  readonly guestSockets: GuestSockets;
  readonly deliveryTimes: DeliveryTimes;
}

export async function openGuests(deps: GuestsDeps) {
  const { db } = deps;
  const presence = new PresenceReplica(deps);
  const assignments = new Assignments(deps);
  const messages = new Messages({ ...deps, assignments, guests: presence.guests });
  const help = new Help({ ...deps, messages });
  for (const part of [presence, assignments, messages, help]) await part.load();

  const findGuest: FindGuest = async (guestId) => {
    const facts = presence.guests.factsOf(guestId);
    if (facts === null) throw guestUnknown();
    // Memory may not have a just-entered email address yet.
    const verification = await findByPublicId(db, guestId);
    return {
      ...facts,
      email: verification?.email ?? null,
      outcome: verification?.verified_at ? 'verified' : facts.outcome,
      halted: help.isHalted(guestId),
    };
  };
  const seen = (request: FastifyRequest): void => {
    const guestId = request.server.guestCookie.publicId(request);
    if (guestId !== null) presence.seen(guestId, request.ipAddress, request.server.languageOf(request).code);
  };

  const findListed: FindListed = (guestId) => {
    const guest = presence.guests.get(guestId);
    return guest && { email: guest.verification?.email ?? null };
  };

  return {
    presence,
    assignments,
    messages,
    help,
    findGuest,
    seen,
    findListed,
    routes(http: FastifyInstance) {
      const parts = {
        ...deps,
        findListed,
        presence,
        assignments,
        messages,
        help,
        findGuest,
        seen,
        haltCookie: haltCookie(deps),
      };
      messageRoutes(http, parts);
      guestActivityRoutes(http, parts);
      helpRoutes(http, parts);
    },
    async sweep(closing: AbortSignal) {
      presence.guests.sweep();
      messages.sweep();
      await assignments.sweep(closing);
    },
    retention: ({ guests, staff }: RetentionLimits) => [
      (most: number) => deleteOldGuests(db, guests, most),
      (most: number) => deleteCrowdedOut(db, most),
      (most: number) => deleteOldSteps(db, guests, most),
      (most: number) => messages.deleteOld(guests, most),
      // Halts have no retention setting: they live as long as their log entry.
      (most: number) => help.deleteOldHalts(staff, most),
      (most: number) => help.deleteUnanswered(most),
    ],
    close: () => presence.close(),
  };
}

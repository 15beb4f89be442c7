import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guest } from '../../../contract/guests/guests.ts';
import type { Core } from '../../core.ts';
import { stateOfMessage } from '../../delivery/outbox-queries.ts';
import type { RetentionLimits } from '../../feature.ts';
import { haltCookie } from '../../http/cookies.ts';
import { type GuestSockets, guestKey } from '../../live/guest-sockets.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { RecordActivity } from '../log/activity/recorder.ts';
import type { ActivityCounts } from '../log/activity/search.ts';
import type { Notify } from '../notifications/events.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { DeliveryTimes } from '../verification/delivery-times/delivery-times.ts';
import { verificationFacts } from '../verification/facts.ts';
import { findByPublicId } from '../verification/queries.ts';
import type { VerificationDeps } from '../verification/verification.ts';
import { Help } from './help/help.ts';
import { helpRoutes } from './help/routes.ts';
import { guestActivityRoutes } from './list/routes.ts';
import { Assignments } from './messages/assignments.ts';
import { Messages } from './messages/messages.ts';
import type { GuestDirectory } from './messages/recipients.ts';
import { messageRoutes } from './messages/routes.ts';
import { PresenceReplica } from './presence/presence-replica.ts';
import { deleteCrowdedOut, deleteOldGuests } from './presence/queries.ts';

interface GuestsDeps extends Core, VerificationDeps {
  readonly settings: SettingsStore;
  readonly notify: Notify;
  readonly record: RecordActivity;
  readonly sockets: Sockets;
  readonly guestSockets: GuestSockets;
  readonly deliveryTimes: DeliveryTimes;
}

/** Who is there, what they ask for, who is helping, and what staff send them. */
export async function openGuests(deps: GuestsDeps) {
  const { db, deliveryTimes, guestSockets } = deps;
  const presence = new PresenceReplica({ ...deps, verifications: (since, of) => verificationFacts(deps, since, of) });
  const assignments = new Assignments(deps);
  const directory: GuestDirectory = {
    async factsOf(guestId) {
      const facts = presence.guests.factsOf(guestId);
      if (facts === null) return null;
      // From the database: staff may press a button a moment after the guest entered the email address.
      const verification = await findByPublicId(db, guestId);
      return {
        ...facts,
        email: verification?.email ?? null,
        outcome: verification?.verified_at ? 'verified' : facts.outcome,
        halted: help.isHalted(guestId),
      };
    },
    browsersAt: (ipAddress) => presence.guests.browsersAt(ipAddress),
  };
  const mailState = (id: string) => stateOfMessage(db, id);
  const messages = new Messages({ ...deps, assignments, guests: directory, mailState });
  const help = new Help({ ...deps, withdrawWaiting: (trx, browser) => messages.withdrawFor(trx, browser) });
  for (const part of [presence, assignments, messages, help]) await part.load();
  guestSockets.onOpen((guestId) => presence.connected(guestId));
  guestSockets.onClose((guestId, how) => presence.disconnected(guestId, how));
  presence.onDelivery((guestId) => guestSockets.notify(guestKey(guestId)));

  /** A guest's page has asked for something: the guest is there. */
  const seen = (request: FastifyRequest): void => {
    const guestId = request.server.guestCookie.publicId(request);
    if (guestId !== null) presence.seen(guestId, request.ipAddress);
  };
  const helpOf = (guestId: string): Pick<Guest, 'help' | 'halted'> => {
    const asked = help.of(guestId);
    if (asked === undefined) return { help: null, halted: false };
    const since = new Date(asked.asked_at).toISOString();
    return { help: { reason: asked.reason, since }, halted: asked.halted_at !== null };
  };

  return {
    presence,
    assignments,
    messages,
    help,
    directory,
    seen,
    isListed: (guestId: string) => presence.guests.get(guestId) !== undefined,
    routes(http: FastifyInstance) {
      const halts = haltCookie(deps);
      messageRoutes(http, {
        ...deps,
        messages,
        assignments,
        guests: directory,
        seen,
        recipientOf(request, guest) {
          const known = http.guestCookie.read(request);
          return {
            guestId: known?.publicId ?? null,
            ipAddress: request.ipAddress,
            keepsHalt: halts.read(request, known) !== null,
            identify: () => guest().publicId,
            visitor: () => http.visitorOf(request),
          };
        },
        isEnteringEmail: (guestIp) => presence.guests.isAnybodyAt(guestIp, 'Email Entry Page'),
        codeSent: (guestId) => presence.verificationChanged(guestId),
      });
      guestActivityRoutes(http, {
        ...deps,
        presence,
        arrived: (guestId, page, visitor) => messages.arrived(guestId, page, visitor),
        helperOf: (guestId) => assignments.helperOf(guestId),
        messageOf: (guestId) => messages.lastOf(guestId),
        waitingFor: (guestId, ipAddress) => messages.waitingFor({ guestId, ipAddress }),
        helpOf,
        usualSeconds: (domain) => deliveryTimes.usualSeconds(domain),
      });
      const isAttended = (guestId: string) => assignments.helperOf(guestId) !== null;
      helpRoutes(http, { ...deps, help, haltCookie: halts, seen, isAttended });
    },
    async sweep(closing: AbortSignal) {
      presence.guests.sweep();
      messages.sweep();
      await assignments.sweep(closing);
    },
    retention: ({ guests, staff }: RetentionLimits) => [
      (most: number) => deleteOldGuests(db, guests, most),
      (most: number) => deleteCrowdedOut(db, most),
      (most: number) => messages.deleteOld(guests, most),
      // As long as the log entry about it: no admin ends a halt by a setting.
      (most: number) => help.deleteOldHalts(staff, most),
      (most: number) => help.deleteUnanswered(most),
    ],
    close: () => presence.close(),
  };
}

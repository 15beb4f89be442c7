import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guest } from '../../../contract/guests/guests.ts';
import type { Core } from '../../core.ts';
import { stateOfMessage } from '../../delivery/outbox-queries.ts';
import { haltCookie } from '../../http/cookies.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { ActivityCounts } from '../log/activity/counts.ts';
import type { RecordActivity } from '../log/activity/recorder.ts';
import type { Notify } from '../notifications/events.ts';
import type { SettingsStore } from '../settings/settings.ts';
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

interface GuestsDeps extends Core {
  readonly settings: SettingsStore;
  readonly notify: Notify;
}

/** What is known of guests: who is there, what they ask for, who is helping and what staff send them. */
export interface Guests {
  readonly presence: PresenceReplica;
  readonly assignments: Assignments;
  readonly messages: Messages;
  readonly help: Help;
  readonly directory: GuestDirectory;
}

export async function openGuests(deps: GuestsDeps): Promise<Guests> {
  const { db } = deps;
  const presence = new PresenceReplica({ ...deps, verifications: (since, of) => verificationFacts(deps, since, of) });
  const assignments = new Assignments(deps);
  const directory: GuestDirectory = {
    async factsOf(guestId) {
      const facts = presence.guests.factsOf(guestId);
      if (facts === null) return null;
      // The address is asked for anew: staff press a button a moment after the guest has entered it.
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
  return { presence, assignments, messages, help, directory };
}

interface GuestRoutesDeps extends Core, VerificationDeps {
  readonly guests: Guests;
  readonly settings: SettingsStore;
  readonly notify: Notify;
  readonly record: RecordActivity;
  readonly counts: ActivityCounts;
  readonly sockets: Sockets;
  /** How long mail to a domain takes today; null where that is not known. */
  usualSeconds(domain: string): number | null;
}

/** A page of a guest has asked for something: the guest is there. */
export const signOfLife =
  (app: FastifyInstance, presence: PresenceReplica) =>
  (request: FastifyRequest): void => {
    const guestId = app.guestCookie.publicId(request);
    if (guestId !== null) presence.seen(guestId, request.ipAddress);
  };

export function guestRoutes(app: FastifyInstance, { guests, ...deps }: GuestRoutesDeps): void {
  const { presence, assignments, messages, help, directory } = guests;
  const halts = haltCookie(deps);
  const seen = signOfLife(app, presence);
  messageRoutes(app, {
    ...deps,
    messages,
    assignments,
    guests: directory,
    seen,
    recipientOf(request, guest) {
      const known = app.guestCookie.read(request);
      return {
        guestId: known?.publicId ?? null,
        ipAddress: request.ipAddress,
        keepsHalt: halts.read(request, known) !== null,
        identify: () => guest().publicId,
        visitor: () => app.visitorOf(request),
      };
    },
    isEnteringEmail: (guestIp) => presence.guests.isAnybodyAt(guestIp, 'Email Entry Page'),
    codeSent: (guestId) => presence.verificationChanged(guestId),
  });
  guestActivityRoutes(app, {
    ...deps,
    presence,
    arrived: (guestId, page, visitor) => messages.arrived(guestId, page, visitor),
    helperOf: (guestId) => assignments.helperOf(guestId),
    messageOf: (guestId) => messages.lastOf(guestId),
    waitingFor: (guestId, ipAddress) => messages.waitingFor({ guestId, ipAddress }),
    helpOf(guestId): Pick<Guest, 'help' | 'halted'> {
      const asked = help.of(guestId);
      if (asked === undefined) return { help: null, halted: false };
      const since = new Date(asked.asked_at).toISOString();
      return { help: { reason: asked.reason, since }, halted: asked.halted_at !== null };
    },
  });
  const isAttended = (guestId: string) => assignments.helperOf(guestId) !== null;
  helpRoutes(app, { ...deps, help, haltCookie: halts, seen, isAttended });
}

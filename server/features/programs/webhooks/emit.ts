import { type EventData, PortalEvent } from '../../../../contract/programs/events.ts';
import { type EventType, TRIED_FOR_HOURS } from '../../../../contract/programs/webhooks.rules.ts';
import { HOUR_MS, iso } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { newId, timeOfId } from '../../../db/ids.ts';
import type { Trx } from '../../../db/tables.ts';
import { defineJob } from '../../../delivery/job.ts';
import type { outboxWriter } from '../../../delivery/outbox-writer.ts';
import { lastWaiting } from './queries.ts';

export const TRIED_FOR_MS = TRIED_FOR_HOURS * HOUR_MS;

export const portalEvent = defineJob('event', PortalEvent, (event) => JSON.stringify(event));

export type Emitted = {
  [Type in EventType]: {
    readonly type: Type;
    /** A browser's public id or an account's id, never an address. One person's events are delivered in order. */
    readonly person: string | null;
    readonly data: EventData<Type>;
  };
}[EventType];

/** Queues events in the transaction that causes them. Without `EVENTS_WEBHOOK_URL` it does nothing. */
export type Emit = (trx: Trx, ...events: readonly Emitted[]) => Promise<void>;

type Put = ReturnType<typeof outboxWriter<string>>['put'];

const isOfGuest = ({ type }: Emitted) => type.startsWith('guest.');

export function eventEmitter({ clock, severalProcesses }: Pick<Core, 'clock' | 'severalProcesses'>, put: Put): Emit {
  return async (trx, ...events) => {
    if (events.length === 0) return;
    const now = clock.now();
    const timestamp = iso(now);
    // Events are sent in order of their ids. Another process's clock may be ahead, so ids continue after the account's waiting events. A
    // guest's requests don't overlap.
    const accounts = severalProcesses ? events.filter((event) => !isOfGuest(event)) : [];
    const before = await lastWaiting(
      trx,
      accounts.flatMap(({ person }) => person ?? []),
    );
    const deliveries = events.map((event) => {
      const { type, person, data } = event;
      const last = person === null ? undefined : before.get(person);
      return {
        id: newId(last === undefined ? now : Math.max(now, timeOfId(last) + 1)),
        recipient: '',
        payload: { type, timestamp, data } as PortalEvent,
        expiresAt: now + TRIED_FOR_MS,
        kind: type,
        person,
        ...(isOfGuest(event) && person !== null && { guestId: person }),
      };
    });
    await put(trx, portalEvent, ...deliveries);
  };
}

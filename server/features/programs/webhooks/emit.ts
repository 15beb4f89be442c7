import { type EventData, PortalEvent } from '../../../../contract/programs/events.ts';
import { type EventType, TRIED_FOR_HOURS } from '../../../../contract/programs/webhooks.rules.ts';
import { iso } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { newId, timeOfId } from '../../../db/ids.ts';
import type { Trx } from '../../../db/tables.ts';
import { defineJob } from '../../../delivery/job.ts';
import type { outboxWriter } from '../../../delivery/outbox-writer.ts';
import { lastWaiting } from './queries.ts';

export const TRIED_FOR_MS = TRIED_FOR_HOURS * 60 * 60 * 1000;

export const portalEvent = defineJob('event', PortalEvent, (event) => JSON.stringify(event));

export type Emitted = {
  [Type in EventType]: {
    readonly type: Type;
    /** A browser's public id or an account's id, never an address. Theirs arrive in order. */
    readonly person: string | null;
    readonly data: EventData<Type>;
  };
}[EventType];

/** In the transaction that causes them. Writes nothing without `EVENTS_WEBHOOK_URL`. */
export type Emit = (trx: Trx, ...events: readonly Emitted[]) => Promise<void>;

type Put = ReturnType<typeof outboxWriter<string>>['put'];

const isOfGuest = ({ type }: Emitted) => type.startsWith('guest.');

export function eventEmitter({ clock, severalProcesses }: Pick<Core, 'clock' | 'severalProcesses'>, put: Put): Emit {
  return async (trx, ...events) => {
    if (events.length === 0) return;
    const now = clock.now();
    const timestamp = iso(now);
    // Another process changed the account just before, by a clock that may be ahead. A guest waits for each answer.
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

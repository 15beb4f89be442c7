import type { Guest } from '../../../../contract/guests/guests.ts';
import type { NotificationType } from '../../../../contract/notifications/notifications.ts';

/** When each announced guest last needed help. */
export type Told = ReadonlyMap<string, number>;

/** A guest with a flickering connection is announced once. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Muting requests for help leaves the guests who are stuck without asking. */
export const ringing = (guests: readonly Guest[], silent: readonly NotificationType[]) =>
  silent.includes('help_request') ? guests.filter(({ stuck }) => stuck?.reason !== 'asked_for_help') : guests;

/** On the first look after opening the page no guest is new. */
export function newlyStuck(told: Told | null, guests: readonly Guest[], now: number) {
  const next = new Map<string, number>();
  for (const [id, at] of told ?? []) if (now - at < FORGOTTEN_AFTER_MS) next.set(id, at);
  const fresh = told ? guests.filter(({ id }) => !next.has(id)) : [];
  for (const { id } of guests) next.set(id, now);
  return { told: next as Told, fresh };
}

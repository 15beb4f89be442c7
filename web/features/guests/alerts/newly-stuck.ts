import type { Guest } from '../../../../contract/guests/guests.ts';
import type { NotificationType } from '../../../../contract/notifications/notifications.ts';

/** Those of whom it was told already, and when they were last in need. */
export type Told = ReadonlyMap<string, number>;

/** Who comes back to the list within that time has been told of: a connection that flickers is no new trouble. */
const FORGOTTEN_AFTER_MS = 60_000;

/** An admin who has switched requests for help off is told of those who get stuck by themselves, and not of those who ask. */
export const ringing = (guests: readonly Guest[], silent: readonly NotificationType[]) =>
  silent.includes('help_request') ? guests.filter(({ stuck }) => stuck?.reason !== 'asked_for_help') : guests;

/** Whom to tell of: those who were not in need before. Without anything known before, as when a page is opened, nobody. */
export function newlyStuck(told: Told | null, guests: readonly Guest[], now: number) {
  const next = new Map<string, number>();
  for (const [id, at] of told ?? []) if (now - at < FORGOTTEN_AFTER_MS) next.set(id, at);
  const fresh = told ? guests.filter(({ id }) => !next.has(id)) : [];
  for (const { id } of guests) next.set(id, now);
  return { told: next as Told, fresh };
}

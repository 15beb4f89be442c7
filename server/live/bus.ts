import type { Trx } from '../db/tables.ts';

/** Messages have a topic and an id, never contents. */
export type Topic =
  | 'user-changed'
  | 'session-ended'
  | 'api-keys-changed'
  | 'message-changed'
  | 'assignment-changed'
  | 'redirect-changed'
  | 'help-changed'
  | 'settings-changed'
  | 'guests-changed'
  | 'guest-mail-changed'
  | 'notifications-changed'
  | 'notifications-read'
  | 'admin-preferences-changed'
  | 'bulk-changed'
  /** Id of the account, or public id of a browser. */
  | 'person-erased';

export const ALL_IDS = '*';
const IDS_MAX = 50;
export const idsToPublish = (ids: readonly string[]) => (ids.length > IDS_MAX ? [ALL_IDS] : ids);

export interface Bus {
  /** False while messages may be lost: don't trust caches. */
  readonly healthy: boolean;
  /** Best effort: lost if this process dies. For frequent changes, call it `afterCommit`. */
  publish(topic: Topic, ...ids: readonly string[]): void;
  /** Guaranteed with the commit. Not for frequent changes, because PostgreSQL serialises such commits. */
  publishIn(trx: Trx, topic: Topic, ...ids: readonly string[]): Promise<void>;
  subscribe(topic: Topic, listener: (id: string) => void): void;
  /** Messages may have been lost: drop caches. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

export function createListeners() {
  const byTopic = new Map<Topic, ((id: string) => void)[]>();
  const ofGaps: (() => void)[] = [];
  return {
    notify(topic: Topic, ...ids: readonly string[]): void {
      for (const id of ids) for (const listener of byTopic.get(topic) ?? []) listener(id);
    },
    gapOccurred(): void {
      for (const listener of ofGaps) listener();
    },
    subscribe(topic: Topic, listener: (id: string) => void): void {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), listener]);
    },
    onGap: (listener: () => void) => void ofGaps.push(listener),
  };
}

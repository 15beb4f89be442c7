import type { Trx } from '../db/tables.ts';

/** What processes tell each other: that something changed and its id, never its contents. */
export type Topic =
  | 'user-changed'
  | 'session-ended'
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
  | 'bulk-changed';

/** Told in place of very many ids. */
export const EVERYBODY = '*';
export const idsToTell = (ids: readonly string[], most: number) => (ids.length > most ? [EVERYBODY] : ids);

export interface Bus {
  /** False while messages of other processes may be missed: what is remembered is not to be trusted. */
  readonly healthy: boolean;
  /** To every process, this one at once and the others in a moment. For what is not part of a transaction. */
  publish(topic: Topic, ...ids: readonly string[]): void;
  /** The same once this transaction is committed. For what happens often: a process that dies right then tells no other. */
  publishAfter(trx: Trx, topic: Topic, ...ids: readonly string[]): void;
  /**
   * With the commit of this transaction, even if this process dies a moment later. For what others must be able to rely on,
   * and not for what happens often: on PostgreSQL such commits take turns.
   */
  publishIn(trx: Trx, topic: Topic, ...ids: readonly string[]): Promise<void>;
  subscribe(topic: Topic, listener: (id: string) => void): void;
  /** Messages may have been missed: forget what depends on them. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

/** Who listens in this process; what every bus has, whoever else it talks to. */
export function createListeners() {
  const byTopic = new Map<Topic, ((id: string) => void)[]>();
  const ofGaps: (() => void)[] = [];
  return {
    tell(topic: Topic, ...ids: readonly string[]): void {
      for (const id of ids) for (const listener of byTopic.get(topic) ?? []) listener(id);
    },
    tellGap(): void {
      for (const listener of ofGaps) listener();
    },
    subscribe(topic: Topic, listener: (id: string) => void): void {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), listener]);
    },
    onGap: (listener: () => void) => void ofGaps.push(listener),
  };
}

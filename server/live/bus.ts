import type { Trx } from '../db/tables.ts';

/** What processes tell each other: that something changed and its id, never its contents. */
export type Topic =
  | 'user-changed'
  | 'session-ended'
  | 'prompt-changed'
  | 'redirect-changed'
  | 'care-changed'
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
  /** To every process, this one at once and the others in a moment. To be called after the commit. */
  publish(topic: Topic, id: string): void;
  /**
   * To the other processes, if and when this transaction is committed, even if this process dies a moment later. For what
   * somebody must be able to rely on, and not for what happens all the time: commits that tell something take turns.
   */
  publishIn(trx: Trx, topic: Topic, ...ids: readonly string[]): Promise<void>;
  /** The same to this process, after that commit. */
  tellSelf(topic: Topic, id: string): void;
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
    tellSelf(topic: Topic, id: string): void {
      for (const listener of byTopic.get(topic) ?? []) listener(id);
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

import type { Trx } from '../db/tables.ts';

/** What processes tell each other: that something changed and its id, never its contents. */
export type Topic =
  | 'user-changed'
  | 'session-ended'
  | 'prompt-changed'
  | 'redirect-changed'
  | 'settings-changed'
  | 'guests-changed'
  | 'guest-mail-changed'
  | 'notifications-changed';

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
  publishIn(trx: Trx, topic: Topic, id: string): Promise<void>;
  /** The same to this process, after that commit. */
  tellSelf(topic: Topic, id: string): void;
  subscribe(topic: Topic, listener: (id: string) => void): void;
  /** Messages may have been missed: forget what depends on them. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

export type Listeners = Map<Topic, ((id: string) => void)[]>;

export function deliver(listeners: Listeners, topic: Topic, id: string): void {
  for (const listener of listeners.get(topic) ?? []) listener(id);
}

export function listen(listeners: Listeners, topic: Topic, listener: (id: string) => void): void {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

/** Within one process telling oneself is all there is to do. */
export function localBus(): Bus {
  const listeners: Listeners = new Map();
  return {
    healthy: true,
    publish: (topic, id) => deliver(listeners, topic, id),
    publishIn: async () => {},
    tellSelf: (topic, id) => deliver(listeners, topic, id),
    subscribe: (topic, listener) => listen(listeners, topic, listener),
    onGap: () => {},
    close: async () => {},
  };
}

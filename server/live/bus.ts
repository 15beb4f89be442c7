/** What processes tell each other: that something changed and its id, never its contents. */
export type Topic =
  | 'user-changed'
  | 'session-ended'
  | 'guest-steered'
  | 'user-redirected'
  | 'settings-changed'
  | 'guests-changed'
  | 'guest-mail'
  | 'notified';

export interface Bus {
  /** False while messages of other processes may be missed: what is remembered is not to be trusted. */
  readonly healthy: boolean;
  /** Call it after the commit, never inside the transaction: NOTIFY there locks the whole server. */
  publish(topic: Topic, id: string): void;
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

/** With SQLite there is one process, so telling oneself is all there is to do. */
export function localBus(): Bus {
  const listeners: Listeners = new Map();
  return {
    healthy: true,
    publish: (topic, id) => deliver(listeners, topic, id),
    subscribe: (topic, listener) => listen(listeners, topic, listener),
    onGap: () => {},
    close: async () => {},
  };
}

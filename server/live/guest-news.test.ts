import { expect, test } from 'vitest';
import { createListeners, type Topic } from './bus.ts';
import { notifyGuests } from './guest-news.ts';
import type { GuestSockets } from './guest-sockets.ts';

/** A bus of one process, and what pages are sent. */
function listening(caughtUp: () => Promise<void>) {
  const listeners = createListeners();
  const told: string[] = [];
  const sockets = {
    notify: (key: string) => void told.push(key),
    notifyAll: () => void told.push('everybody'),
  } as unknown as GuestSockets;
  const bus = {
    ...listeners,
    healthy: true,
    publish: listeners.notify,
    publishAfter: () => {},
    publishIn: async () => {},
    close: async () => {},
  };
  notifyGuests(bus, sockets, {
    messages: { caughtUp },
    assignments: { caughtUp },
    help: { caughtUp },
    redirects: { caughtUp },
  });
  return { told, publish: listeners.notify };
}

const settled = () => new Promise((turn) => setImmediate(turn));

test.for([
  ['message-changed', 'k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
  ['message-changed', '203.0.113.7', 'address:203.0.113.7'],
  ['message-changed', '2001:db8::7', 'address:2001:db8::7'],
  ['message-changed', '*', 'everybody'],
  ['redirect-changed', 'user:01J', 'user:01J'],
  ['redirect-changed', '*', 'everybody'],
  ['assignment-changed', 'k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
  ['help-changed', 'k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
] as [Topic, string, string][])('%s of %s is news for %s', async ([topic, id, key]) => {
  const { told, publish } = listening(async () => {});
  publish(topic, id);
  await settled();
  expect(told).toEqual([key]);
});

test('Pages are notified only after the replica has read the change', async () => {
  let read = () => {};
  const { told, publish } = listening(
    () =>
      new Promise((resolve) => {
        read = resolve;
      }),
  );
  publish('message-changed', '203.0.113.7');
  await settled();
  expect(told).toEqual([]);
  read();
  await settled();
  expect(told).toEqual(['address:203.0.113.7']);
});

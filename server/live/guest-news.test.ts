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
    prompts: { caughtUp },
    redirects: { caughtUp },
    care: { caughtUp },
    help: { caughtUp },
  });
  return { told, publish: listeners.notify };
}

const settled = () => new Promise((turn) => setImmediate(turn));

test.for([
  ['prompt-changed', 'k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
  ['prompt-changed', '203.0.113.7', 'address:203.0.113.7'],
  ['prompt-changed', '2001:db8::7', 'address:2001:db8::7'],
  ['prompt-changed', '*', 'everybody'],
  ['redirect-changed', 'guest:k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
  ['redirect-changed', 'guest:203.0.113.7', 'address:203.0.113.7'],
  ['redirect-changed', 'guest:2001:db8::7', 'address:2001:db8::7'],
  ['redirect-changed', 'user:01J', 'user:01J'],
  ['redirect-changed', '*', 'everybody'],
  ['care-changed', 'k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
  ['help-changed', 'k3Jx_0-Qa9ZbTt12', 'guest:k3Jx_0-Qa9ZbTt12'],
] as [Topic, string, string][])('%s of %s is news for %s', async ([topic, id, key]) => {
  const { told, publish } = listening(async () => {});
  publish(topic, id);
  await settled();
  expect(told).toEqual([key]);
});

test('nobody is told before what they will ask for has been read', async () => {
  let read = () => {};
  const { told, publish } = listening(
    () =>
      new Promise((resolve) => {
        read = resolve;
      }),
  );
  publish('prompt-changed', '203.0.113.7');
  await settled();
  expect(told).toEqual([]);
  read();
  await settled();
  expect(told).toEqual(['address:203.0.113.7']);
});

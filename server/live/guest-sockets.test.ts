import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../process/log.ts';
import { createListeners } from './bus.ts';
import { createGuestSockets, guestKey } from './guest-sockets.ts';

const NEWS = '{"type":"news"}';
const BEAT = '{"type":"beat"}';
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const request = {
  method: 'GET',
  headers: { upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
} as unknown as IncomingMessage;

/** A connection whose other end reads and answers, or does not. */
function connection(reads = true) {
  let text = '';
  const stream: Duplex = new Duplex({
    read() {},
    write(chunk, _, done) {
      text += chunk;
      if (!reads) return;
      if (String(chunk).includes(BEAT)) stream.push(PONG);
      done();
    },
  });
  return { stream, heard: (what: string) => text.split(what).length - 1 };
}

function opened() {
  const listeners = createListeners();
  const bus = {
    ...listeners,
    healthy: true,
    publish: listeners.notify,
    publishAfter: () => {},
    publishIn: async () => {},
    close: async () => {},
  };
  const sockets = createGuestSockets({ bus, log: createLog('silent') });
  const open = (index: number, reads = true) => {
    const { stream, heard } = connection(reads);
    const address = `10.${index >> 8}.${index & 255}.1`;
    sockets.accept({ address, publicId: `guest${index}`, session: null }, request, stream, Buffer.alloc(0));
    return { stream, heard };
  };
  return { sockets, open, gap: listeners.gapOccurred };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('A client that does not read is disconnected before much has piled up', async () => {
  const { sockets, open } = opened();
  const { stream } = open(1, false);
  let most = 0;
  for (let times = 0; times < 200 && sockets.count() > 0; times += 1) {
    sockets.notify(guestKey('guest1'));
    await vi.advanceTimersByTimeAsync(10);
    most = Math.max(most, stream.writableLength);
  }
  expect(sockets.count()).toBe(0);
  expect(most).toBeLessThan(1_200);
});

test('A thousand sockets get a staggered heartbeat, and a silent one is closed at the next', async () => {
  const { sockets, open } = opened();
  const answering = Array.from({ length: 1_000 }, (_, index) => open(index));
  const beats = () => answering.reduce((sum, { heard }) => sum + heard(BEAT), 0);
  expect(beats()).toBe(1_000);
  for (let step = 0, before = beats(); step < 30; step += 1, before = beats()) {
    await vi.advanceTimersByTimeAsync(500);
    expect(beats() - before).toBeLessThanOrEqual(34);
  }
  expect(answering.filter(({ heard }) => heard(BEAT) !== 2)).toEqual([]);
  open(2_000, false);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sockets.isConnected('guest2000')).toBe(false);
  expect(sockets.count()).toBe(1_000);
});

test('After a gap every socket is notified once, staggered', async () => {
  const { open, gap } = opened();
  const all = Array.from({ length: 1_000 }, (_, index) => open(index));
  const told = () => all.reduce((sum, { heard }) => sum + heard(NEWS), 0);
  gap();
  gap();
  for (let step = 0, before = 0; step < 20; step += 1, before = told()) {
    await vi.advanceTimersByTimeAsync(50);
    expect(told() - before).toBeLessThanOrEqual(100);
  }
  expect(all.filter(({ heard }) => heard(NEWS) !== 1)).toEqual([]);
});

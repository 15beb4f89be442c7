import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendFile, withSpooled } from './files.ts';

const MOST = 1_000_000;
const PORTIONS = 50;
const STAYS = new AbortController().signal;

const body = (size: number) => Readable.from([Buffer.alloc(size / 2, 'a'), Buffer.alloc(size / 2, 'b')]);

test('A spooled body is read from its start as often as needed', async () => {
  const lengths = await withSpooled(body(300_000), MOST, STAYS, async (read) => {
    const sizes = [];
    for (let times = 0; times < 2; times += 1) {
      const pieces = [];
      for await (const piece of read()) pieces.push(piece);
      sizes.push(
        Buffer.concat(pieces)
          .toString()
          .replace('ab', 'a|b')
          .split('|')
          .map((part) => part.length),
      );
    }
    return sizes;
  });
  expect(lengths).toEqual([
    [150_000, 150_000],
    [150_000, 150_000],
  ]);
});

test('A reader that stops half-way learns why, and no other file is closed', async () => {
  const told = [];
  for (let times = 0; times < 300; times += 1) {
    told.push(
      await withSpooled(body(200_000), MOST, STAYS, async (read) => {
        for await (const _ of read()) throw new Error('the first piece is enough');
      }).catch((error) => error.message),
    );
  }
  expect(new Set(told)).toEqual(new Set(['the first piece is enough']));
});

test('Reading ends when the client disconnects', async () => {
  const client = new AbortController();
  const pieces: number[] = [];
  const reading = withSpooled(body(300_000), MOST, client.signal, async (read) => {
    for await (const piece of read()) {
      pieces.push(piece.length);
      client.abort(new Error('the client left'));
    }
  });
  await expect(reading).rejects.toThrow('the client left');
  expect(pieces).toHaveLength(1);
});

/** Serves a file of more than all buffers hold, and says how much of it was written. */
async function longFile(stillAllowed: () => Promise<void>) {
  const written = { portions: 0, ended: false };
  async function* lines() {
    try {
      for (; written.portions < PORTIONS; written.portions += 1) yield 'x'.repeat(1_000_000);
    } finally {
      written.ended = true;
    }
  }
  const server = Fastify();
  onTestFinished(() => server.close());
  server.get('/', (_request, reply) => sendFile(reply, { name: 'long.csv', lines: lines() }, stillAllowed));
  return { written, url: await server.listen({ host: '127.0.0.1', port: 0 }) };
}

test('A file ends when its client disconnects', async () => {
  const { written, url } = await longFile(async () => {});
  const client = new AbortController();
  const answer = await fetch(url, { signal: client.signal });
  await answer.body?.getReader().read();
  client.abort();
  await expect.poll(() => written.ended).toBe(true);
  expect(written.portions).toBeLessThan(PORTIONS);
});

test('A file breaks off when access is lost and does not look complete', async () => {
  const left = ['yes', 'yes', 'yes'];
  const { written, url } = await longFile(async () => {
    if (left.pop() === undefined) throw new Error('not allowed any more');
  });
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toThrow();
  expect(written).toEqual({ portions: 3, ended: true });
});

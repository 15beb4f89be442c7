import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { withSpooled } from './files.ts';

const MOST = 1_000_000;
const STAYS = new AbortController().signal;

const body = (size: number) => Readable.from([Buffer.alloc(size / 2, 'a'), Buffer.alloc(size / 2, 'b')]);

test('what was put down is read from the start as often as it is asked for', async () => {
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

test('whoever stops reading in the middle is told why, and no file of anybody else is closed', async () => {
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

import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../tests/support/process.ts';
import type { Caller } from '../../limits/fair-shares.ts';
import { Prepared } from './prepared.ts';

/** Makes an item when the test says so. */
function workshop() {
  let made = 0;
  let isOpen = true;
  let open = () => {};
  let opened = Promise.resolve();
  const prepared = new Prepared<'a' | 'b', string>(async (kind) => {
    await opened;
    made += 1;
    return `${kind}${made}`;
  });
  onTestFinished(() => {
    open();
    return prepared.close();
  });
  return {
    prepared,
    made: () => made,
    shut: () => {
      isOpen = false;
      opened = new Promise((resolve) => {
        open = resolve;
      });
    },
    open: () => {
      if (!isOpen) open();
    },
  };
}

const ANYBODY: Caller = { address: '192.0.2.1' };

test('Enough items are made ahead, and then no more', async () => {
  const { prepared, made } = workshop();
  expect(await prepared.take('a', ANYBODY)).toBe('a1');
  await until('the store is full', () => made() === 65);
  await new Promise((turn) => setImmediate(turn));
  expect(made()).toBe(65);
  const taken = await Promise.all(Array.from({ length: 64 }, () => prepared.take('a', ANYBODY)));
  expect(new Set(taken).size).toBe(64);
  await until('it is full again', () => made() === 129);
});

test('Each item is given out once and is of the requested kind', async () => {
  const { prepared } = workshop();
  const kinds = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'a' : 'b'));
  const taken = await Promise.all(kinds.map((kind) => prepared.take(kind, ANYBODY)));
  expect(new Set(taken).size).toBe(200);
  expect(taken.map((item) => item[0])).toEqual(kinds);
});

test('Under a flood requests are served in fair turns, and late ones are refused', async () => {
  const { prepared, shut, open } = workshop();
  shut();
  const served: string[] = [];
  const take = (caller: Caller, name: string) =>
    prepared.take('a', caller).then(
      () => void served.push(name),
      (error) => {
        expect(error).toMatchObject({ id: 'busy', status: 503 });
        return 'refused';
      },
    );
  const flood = Array.from({ length: 990 }, () => take({ address: '2001:db8::1' }, 'flood'));
  const honest = [take({ address: '192.0.2.1' }, 'honest'), take({ ...ANYBODY, known: 'device' }, 'known')];
  const late = Array.from({ length: 20 }, () => take({ address: '2001:db8::1' }, 'flood'));
  const known = take({ address: '192.0.2.1', known: 'another' }, 'known');
  open();
  await Promise.all([...flood, ...honest, known]);
  expect((await Promise.all(late)).filter((outcome) => outcome === 'refused')).toHaveLength(12);
  expect(served.indexOf('honest')).toBeLessThan(6);
  expect(served.lastIndexOf('known')).toBeLessThan(6);
});

test('A failure reaches the request that waits, and the next item is tried', async () => {
  let tries = 0;
  const prepared = new Prepared<'a', number>(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not this time');
    return tries;
  });
  onTestFinished(() => prepared.close());
  await expect(prepared.take('a', ANYBODY)).rejects.toThrow('not this time');
  expect(await prepared.take('a', ANYBODY)).toBeGreaterThan(1);
});

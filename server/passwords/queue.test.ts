import { expect, test } from 'vitest';
import type { Caller } from '../limits/fair-shares.ts';
import { WorkQueue } from './queue.ts';

const AT_ONCE = 2;
/** Before anything was measured. */
const PLACES = 250;
const RESERVED = 32;

/** A caller in a wide network of its own. */
const stranger = (number: number): Caller => ({ address: `10.${number >> 8}.${number & 255}.1` });
const known = (number: number): Caller => ({ ...stranger(number), known: `account ${number}` });

/** Work that lasts until ended, on a clock of its own. */
function bench(atOnce = AT_ONCE) {
  let now = 0;
  const queue = new WorkQueue(atOnce, () => now);
  const running: { name: string; end: () => void }[] = [];
  const served: string[] = [];
  const outcomes = { done: 0, refused: 0 };
  const settled: Promise<void>[] = [];
  const enter = (caller: Caller, name = '') => {
    const work = () =>
      new Promise<void>((end) => {
        served.push(name);
        running.push({ name, end });
      });
    settled.push(
      queue
        .withPlace(caller, ({ run }) => run(work))
        .then(
          () => {
            outcomes.done += 1;
          },
          (error) => {
            expect(error).toMatchObject({ id: 'busy', status: 503, retryAfter: 2 });
            outcomes.refused += 1;
          },
        ),
    );
  };
  /** Ends what runs, each after so long. */
  const step = async (tookMs: number) => {
    now += tookMs;
    for (const { end } of running.splice(0)) end();
    await new Promise((turn) => setImmediate(turn));
  };
  /** And what comes after it. */
  const finish = async (tookMs = 40) => {
    while (running.length > 0) await step(tookMs);
    await Promise.all(settled);
  };
  return { queue, running, served, outcomes, enter, step, finish };
}

test.for<[number, string, (number: number) => Caller]>([
  [200, 'many networks', stranger],
  [200, 'one wide network', (number) => ({ address: `192.0.2.${number}` })],
])('%i simultaneous callers of %s all get in', async ([count, , caller]) => {
  const { enter, finish, outcomes } = bench();
  for (let number = 0; number < count; number += 1) enter(caller(number));
  await finish();
  expect(outcomes).toEqual({ done: count, refused: 0 });
});

test('No more run at once than there are cores', async () => {
  const { queue, enter, running, finish } = bench();
  for (let number = 0; number < 10; number += 1) enter(stranger(number));
  expect([running.length, queue.load]).toEqual([AT_ONCE, { running: AT_ONCE, waiting: 8, done: 0 }]);
  await finish();
  expect(queue.load).toEqual({ running: 0, waiting: 0, done: 10 });
});

test('There are places for five seconds of work, by its recent duration', async () => {
  const { queue, enter, finish } = bench();
  expect(queue.places).toBe(PLACES);
  for (let number = 0; number < 300; number += 1) {
    enter(stranger(number));
    await finish(100);
  }
  expect(queue.places).toBeGreaterThan(95);
  expect(queue.places).toBeLessThan(105);
  // A pause of the whole machine is not the time that work takes.
  for (let number = 0; number < 300; number += 1) {
    enter(stranger(number));
    await finish(60_000);
  }
  expect(queue.places).toBe(40);
});

test('Strangers fill all but the reserved places, then get 503', async () => {
  const { queue, enter, finish, outcomes, served } = bench();
  for (let number = 0; number < 400; number += 1) enter(stranger(number), 'stranger');
  await Promise.resolve();
  expect(queue.pressure).toBe(1);
  for (let number = 0; number < 100; number += 1) enter(known(number), 'known');
  await finish();
  expect(outcomes).toEqual({ done: PLACES + RESERVED, refused: 500 - PLACES - RESERVED });
  // After the two that ran already, three known ones before each stranger.
  expect(served.slice(2, 10)).toEqual([...Array(3).fill('known'), 'stranger', ...Array(3).fill('known'), 'stranger']);
  expect(served.filter((name) => name === 'known')).toHaveLength(RESERVED);
  expect(queue.pressure).toBe(0);
});

test('Reserved places remain when places become fewer than strangers have taken', async () => {
  const { queue, enter, step, finish, served } = bench();
  for (let number = 0; number < 100; number += 1) {
    enter(stranger(number));
    await finish(10);
  }
  for (let number = 0; number < 1_000; number += 1) enter(stranger(number));
  for (let steps = 0; steps < 50; steps += 1) await step(250);
  expect(queue.load.waiting).toBeGreaterThan(4 * queue.places);
  enter(known(1), 'known');
  await finish();
  expect(served).toContain('known');
});

test('A known caller has two places, and beyond them counts as a stranger', async () => {
  const { enter, finish, outcomes, served } = bench();
  for (let number = 0; number < 400; number += 1) enter(stranger(number), 'stranger');
  for (let number = 0; number < 50; number += 1) enter(known(1), 'known');
  enter(known(2), 'another');
  await finish();
  expect(outcomes.refused).toBe(400 - PLACES + 48);
  expect(served.slice(2, 5)).toEqual(['known', 'another', 'known']);

  const idle = bench();
  for (let number = 0; number < 50; number += 1) idle.enter(known(1));
  await idle.finish();
  expect(idle.outcomes).toEqual({ done: 50, refused: 0 });
});

test('A wide network leaves room for others and does not go before them', async () => {
  const { enter, finish, outcomes, served } = bench();
  for (let number = 0; number < 1_000; number += 1)
    enter({ address: `2001:db8:1:${number.toString(16)}::1` }, 'one of a thousand');
  for (let number = 0; number < 10; number += 1) enter(stranger(number), `honest ${number}`);
  await finish();
  expect(outcomes.done).toBeGreaterThan(200);
  const order = served.map((name, index) => [name, index] as const).filter(([name]) => name.startsWith('honest'));
  expect(order).toHaveLength(10);
  // After the two that ran already, the thousand have one turn among eleven.
  expect(order.at(-1)?.[1]).toBeLessThan(14);
});

test('A place is given back by failed work and by work that never began', async () => {
  const { queue } = bench(1);
  const full = () => queue.pressure;
  const failing = queue.withPlace(known(1), ({ run }) => run(() => Promise.reject(new Error('no'))));
  const leaving = queue.withPlace(known(1), () => Promise.reject(new Error('captcha')));
  const third = queue.withPlace(known(1), () => Promise.reject(new Error('as a stranger')));
  expect(full()).toBeGreaterThan(0);
  await expect(third).rejects.toThrow('as a stranger');
  expect(full()).toBe(0);
  await expect(failing).rejects.toThrow('no');
  await expect(leaving).rejects.toThrow('captcha');
  expect(await queue.withPlace(known(1), ({ run }) => run(async () => 'next'))).toBe('next');
});

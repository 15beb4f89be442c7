import { expect, test } from 'vitest';
import { commitDelays } from './sign-in.ts';

test.for([
  ['many wait', { waiting: 20, severalProcesses: false }, 0],
  ['few wait', { waiting: 3, severalProcesses: false }, 10],
  ['nobody waits', { waiting: 0, severalProcesses: false }, 10],
  ['the database groups commits itself', { waiting: 20, severalProcesses: true }, 10],
] as const)('When %s, so many of ten consecutive sign-ins commit at once', async ([, given, atOnce]) => {
  let pass = () => {};
  let moments = 0;
  const passed = () => {
    moments += 1;
    return new Promise<void>((resolve) => {
      pass = resolve;
    });
  };
  const hasher = { load: () => ({ running: 2, waiting: given.waiting, done: 0 }) };
  const commitDelay = commitDelays({ hasher, severalProcesses: given.severalProcesses }, passed);
  let goneOn = 0;
  const come = async () => {
    await commitDelay();
    goneOn += 1;
  };
  for (let caller = 0; caller < 10; caller += 1) {
    void come();
    await new Promise((turn) => setImmediate(turn));
  }
  expect(goneOn).toBe(atOnce);
  // The others together, in the turn in which the commitDelay is over.
  pass();
  await new Promise((turn) => setImmediate(turn));
  expect(goneOn).toBe(10);
  // A later sign-in waits for the next one.
  void come();
  expect(moments).toBe(atOnce === 10 ? 0 : 2);
});

test.for([
  [4, 25],
  [8, 50],
  [40, 100],
] as const)('While %i passwords wait for two that run, a commit waits %i ms for others', async ([waiting, ms]) => {
  const waits: number[] = [];
  const hasher = { load: () => ({ running: 2, waiting, done: 0 }) };
  const commitDelay = commitDelays({ hasher, severalProcesses: false }, async (asked) => void waits.push(asked));
  await commitDelay();
  expect(waits).toEqual([ms]);
});

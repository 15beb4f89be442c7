import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { chanceOf, SEED } from './chance.ts';
import { WAIT_MS } from './patience.ts';

/** Runs before every test file: codes, generated passwords and property tests follow from the seed. */
fc.configureGlobal({ seed: SEED });

// A busy machine may take longer than the usual quarter of a second to connect to itself.
setDefaultAutoSelectFamilyAttemptTimeout(WAIT_MS);

/** Each range has its own numbers, so that a captcha made meanwhile does not change the next code. */
const draws = new Map<string, () => number>();
let drawnFor = '';

function seededInt(...[low, high]: [number, number?]): number {
  const [min, max] = high === undefined ? [0, low] : [low, high];
  const range = `${drawnFor} ${min} ${max}`;
  const draw = draws.get(range) ?? chanceOf(range);
  draws.set(range, draw);
  return min + Math.floor(draw() * (max - min));
}

crypto.randomInt = seededInt as typeof crypto.randomInt;
syncBuiltinESMExports();

beforeEach(({ task, onTestFailed }) => {
  draws.clear();
  drawnFor = task.fullTestName ?? task.name;
  onTestFailed(() => console.error(`With TEST_SEED=${SEED}: ${task.name}`));
});

import { expect, test } from 'vitest';
import { memorySaver } from './memory-saving.ts';

/** What was said in which second; each letter is one: busy or quiet. */
function told(seconds: string): string[] {
  const said: string[] = [];
  let second = 0;
  const saver = memorySaver((saves) => said.push(`${second} ${saves ? 'save' : 'stop'}`));
  for (const kind of seconds) {
    second += 1;
    saver(kind === 'b' ? 0.3 : 0.1);
  }
  return said;
}

const quiet = (seconds: number) => 'q'.repeat(seconds);

test.each([
  ['memory is saved after five quiet seconds, for twenty', quiet(60), ['5 save', '25 stop']],
  ['not while there is work', 'b'.repeat(60), []],
  ['not between two waves of it', `${quiet(4)}b`.repeat(10), []],
  ['work ends it at once, and the next quiet begins anew', `${quiet(7)}b${quiet(6)}`, ['5 save', '8 stop', '13 save']],
  ['it is not told twice', `${quiet(40)}b${quiet(4)}`, ['5 save', '25 stop']],
])('Saving memory: %s', (_, seconds, said) => {
  expect(told(seconds)).toEqual(said);
});

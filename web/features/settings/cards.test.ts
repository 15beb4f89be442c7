import { expect, test } from 'vitest';
import { TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { withoutMask } from './cards.tsx';

test.for([
  ['untouched', TOKEN_MASK, TOKEN_MASK],
  ['typed behind it', `${TOKEN_MASK}1`, '1'],
  ['typed into it', `•••12•••`, '12'],
  ['one dot deleted', TOKEN_MASK.slice(1), ''],
  ['emptied', '', ''],
  ['replaced', '123456789:AAE', '123456789:AAE'],
] as const)('The masked token, %s', ([, text, left]) => {
  expect(withoutMask(text)).toBe(left);
});

import { expect, test } from 'vitest';
import { EditUserInput } from '../../../contract/users/users.ts';
import { changedDetails } from './changed-details.ts';

const mira = { firstName: 'Mira', lastName: null, email: 'mira@example.com' };

test.for([
  [{}, null],
  [{ firstName: ' Mira ' }, null],
  [{ lastName: 'Kolb' }, { lastName: 'Kolb' }],
  [{ email: '' }, { email: null }],
  [
    { firstName: '', email: 'm@example.com' },
    { firstName: null, email: 'm@example.com' },
  ],
] as const)('%j in the form: %j is sent', ([typed, changes]) => {
  const form = { firstName: 'Mira', lastName: '', email: 'mira@example.com', ...typed };
  expect(changedDetails(mira, EditUserInput.parse(form))).toEqual(changes);
});

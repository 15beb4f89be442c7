import { expect, test } from 'vitest';
import { eachDetail } from '../../../contract/users/account-details.rules.ts';
import { EditUserInput } from '../../../contract/users/users.ts';
import { changedDetails } from './edit-user-dialog.tsx';

const mira = { ...eachDetail(() => null), firstName: 'Mira', email: 'mira@example.com' };

test.for([
  [{}, null],
  [{ firstName: ' Mira ' }, null],
  [{ lastName: 'Kolb' }, { lastName: 'Kolb' }],
  [{ email: '' }, { email: null }],
  [
    { firstName: '', email: 'm@example.com' },
    { firstName: null, email: 'm@example.com' },
  ],
] as const)('With %j in the form %j is sent', ([typed, changes]) => {
  const form = { firstName: 'Mira', lastName: '', email: 'mira@example.com', ...typed };
  expect(changedDetails(mira, EditUserInput.parse(form))).toEqual(changes);
});

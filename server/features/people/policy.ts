import { isStaff } from '../../../contract/users/roles.rules.ts';
import { utcMinute } from '../../clock.ts';
import { HttpError } from '../../errors.ts';
import type { OpenHold } from './holds.ts';
import type { Person } from './person.ts';

const ownPerson = () => new HttpError('own_account', 'You cannot erase yourself. Ask another admin.');
const staffAccount = () =>
  new HttpError('staff_account', 'This is a staff account. Change its role to User first, then erase the person.');
export const heldForStaff = ({ reason, until_at, set_name }: OpenHold) =>
  new HttpError(
    'legal_hold',
    `A legal hold by ${set_name} stops this until ${utcMinute(until_at)} (“${reason}”). End the hold first.`,
  );
const heldForGuest = () => new HttpError('legal_hold', ({ errors }) => errors.legalHold);
export const notConfirmedLately = () =>
  new HttpError('not_confirmed_lately', ({ errors }) => errors.notConfirmedLately);

export const beingErased = () =>
  new HttpError('erasure_under_way', 'This person is being erased right now. It is too late for a legal hold.');

/** Staff are refused, so an active admin always remains. */
export function eraseRefusal(
  actor: { readonly userId: string } | null,
  { account, door }: Pick<Person, 'account' | 'door'>,
  hold: OpenHold | undefined,
): HttpError | null {
  if (account !== null && account.id === actor?.userId) return ownPerson();
  if (account !== null && isStaff(account.role)) return staffAccount();
  if (hold === undefined) return null;
  return door === 'guest' ? heldForGuest() : heldForStaff(hold);
}

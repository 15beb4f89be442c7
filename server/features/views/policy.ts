import type { Role } from '../../../contract/users/users.rules.ts';

/** Shared views appear in other sidebars, so only admins share beyond their role. */
export const mayShareWith = (role: Role, sharedWith: Role | null) =>
  sharedWith === null || sharedWith === role || role === 'admin';

export const mayRemove = (person: { id: string; role: Role }, view: { user_id: string; shared_with: Role | null }) =>
  view.user_id === person.id || (person.role === 'admin' && view.shared_with !== null);

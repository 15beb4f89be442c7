import * as z from 'zod';
import { Done, endpoint, Id, name } from '../endpoint.ts';
import { ROLES } from '../users/users.rules.ts';
import { VIEW_NAME_MAX, VIEW_PATHS } from './views.rules.ts';

const StaffRole = z.enum(ROLES).exclude(['user']);

export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  path: z.enum(VIEW_PATHS),
  /** The URL after the question mark. */
  query: z.string(),
  /** Everyone with this role; null for its owner only. */
  sharedWith: z.enum(ROLES).nullable(),
  isOwn: z.boolean(),
  owner: z.string(),
});
export type SavedView = z.output<typeof SavedView>;

export const SavedViewInput = z.object({
  name: name(VIEW_NAME_MAX).min(1, 'Please enter a name'),
  path: z.enum(VIEW_PATHS),
  query: z
    .string()
    .max(1_000)
    .regex(/^[\w%.+*~=&-]+$/, 'Set a filter first, then save it'),
  sharedWith: StaffRole.nullish().transform((role) => role ?? null),
});
export type SavedViewInput = z.output<typeof SavedViewInput>;

export const listViews = endpoint('GET /api/admin/views', {
  summary: "Saved views of lists: the signed-in user's own, and those shared with their role",
  answer: z.array(SavedView),
});

export const saveView = endpoint('POST /api/admin/views', {
  summary: 'Save the filters of a list under a name; your own view with that name is replaced',
  body: SavedViewInput,
  answer: SavedView,
});

export const removeView = endpoint('DELETE /api/admin/views/:id', {
  summary: 'Remove a saved view: your own, or as an admin a shared one',
  params: z.object({ id: Id }),
  answer: Done,
});

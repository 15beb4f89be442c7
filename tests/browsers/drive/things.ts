import type { Role, Thing, Words } from './look.ts';

const words = (given: string | RegExp): Words => (typeof given === 'string' ? given : { pattern: given.source });

const named =
  (role: Role) =>
  (name: string | RegExp, within?: Thing): Thing => ({ role, name: words(name), ...(within && { within }) });

export const alertdialog = named('alertdialog');
export const button = named('button');
export const checkbox = named('checkbox');
export const dialog = named('dialog');
export const field = named('field');
export const heading = named('heading');
export const region = named('region');
export const tab = named('tab');

export const text = (said: string | RegExp, within?: Thing): Thing => ({
  role: 'text',
  text: words(said),
  ...(within && { within }),
});

/** A row of a list or a table, by a part of its text. */
export const line = (role: 'row' | 'listitem', said: string, within?: Thing): Thing => ({
  role,
  text: { part: said },
  ...(within && { within }),
});

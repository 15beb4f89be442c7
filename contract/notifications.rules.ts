/** What notifications are about, and which of them nobody can switch off. No schemas here: pages import this file. */

/**
 * Where a notification leads. Of `user` and `guest` the id is theirs, and null where it stands for several; of `guests` what
 * finds them in the list, of `log` the filter of the log, of `settings` the section. `check` is the Security Check.
 */
export const ABOUT_KINDS = ['user', 'guest', 'guests', 'log', 'settings', 'check'] as const;
export type AboutKind = (typeof ABOUT_KINDS)[number];

/** Every admin is told of what the others change and of whoever poses as the support team, whether they like it or not. */
export const ALWAYS_RINGING = ['settings_change', 'security'] as const;

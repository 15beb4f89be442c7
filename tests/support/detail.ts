import { inject, test } from 'vitest';

/**
 * A test that runs only with `--everything`: about looks, one that repeats what another test shows, or one of the long
 * stories of processes, crashes and files of which a daily test tells the most telling. The main story of a feature is
 * no detail, nor is what keeps people safe: what staff cannot read, and that out means out.
 */
export const detail = inject('everything') ? test : test.skip;

/** The first cases, the most telling ones, every day; all of them with `--everything`. */
export const someOf = <Case>(cases: readonly Case[], count = 1): readonly Case[] =>
  inject('everything') ? cases : cases.slice(0, count);

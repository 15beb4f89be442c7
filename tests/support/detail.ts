import { inject, test } from 'vitest';

/**
 * A test about looks, or one that repeats a server test: it runs only with `--everything`. The main story of a feature
 * is no detail.
 */
export const detail = inject('everything') ? test : test.skip;

import { inject, test } from 'vitest';

/**
 * A test of how things look and feel in detail, or of what a test of the server shows as well: only with `--everything`. That
 * people can do what they came for is no detail.
 */
export const detail = inject('everything') ? test : test.skip;

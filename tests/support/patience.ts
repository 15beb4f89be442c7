/**
 * Timeouts of all tests, only for what never happens. They measure nothing, so they are generous enough for any
 * machine.
 */

/** For one condition. */
export const WAIT_MS = 120_000;
/** For a whole test with many conditions. */
export const TEST_MS = 5 * WAIT_MS;

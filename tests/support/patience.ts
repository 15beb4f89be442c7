/**
 * The limits of all tests, only for what never happens: whatever else the machine does, everything else happens within them.
 * Nothing is measured by them, so they are generous.
 */

/** For one thing that is waited for. */
export const WAIT_MS = 120_000;
/** For a whole test, which waits for many things. */
export const TEST_MS = 5 * WAIT_MS;

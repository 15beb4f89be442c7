import { hash } from 'node:crypto';

/**
 * All randomness in tests follows from this seed, which a failing test prints. To try another: `TEST_SEED=7 npm test`.
 */
export const SEED = Number(process.env.TEST_SEED ?? 1);
if (!Number.isSafeInteger(SEED)) throw new Error(`TEST_SEED: "${process.env.TEST_SEED}" is not a whole number.`);

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same, seeded by a name, such as a test's. */
export const chanceOf = (name: string): (() => number) =>
  randomFrom(hash('sha256', `${SEED} ${name}`, 'buffer').readUInt32BE());

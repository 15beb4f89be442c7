import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/**
 * Replaces `@node-rs/argon2` in tests (`vitest.config.ts`), which would otherwise spend a sixth of their time on
 * hashing passwords. Real but cheap; `server/passwords/hasher.test.ts` tests the real cost.
 */
const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const hash: typeof Argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }, signal);
export const verify: typeof Argon2.verify = argon2.verify;

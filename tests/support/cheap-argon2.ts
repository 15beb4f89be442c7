import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/**
 * Stands for `@node-rs/argon2` in the process of the tests (`vitest.config.ts`), which would spend a sixth of their time on
 * making passwords hard to guess. Real but cheap; what it costs in service is tested in `server/passwords/hasher.test.ts`.
 */
const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const hash: typeof Argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }, signal);
export const verify: typeof Argon2.verify = argon2.verify;

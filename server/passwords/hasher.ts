import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { busy } from '../errors.ts';

/** Argon2id is the library's default kind. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** How many may wait; at some ten milliseconds each that is well under a second. */
const QUEUE_MAX = 32;

export type PasswordHasher = Awaited<ReturnType<typeof createHasher>>;

/** The same characters must match whatever keyboard typed them. */
const normalised = (password: string) => password.normalize('NFKC');

/**
 * Argon2id on the thread pool, at most one for each core, so that hashing slows nothing else down.
 * When too many wait the next is refused, which is better than answering everybody late.
 */
export async function createHasher(atOnce = availableParallelism()) {
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= QUEUE_MAX) throw busy();
      await new Promise<void>((start) => waiting.push(start));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  const nobodysHash = await hash('nobody has this password', ARGON2ID);
  return {
    hash: (password: string) => inTurn(() => hash(normalised(password), ARGON2ID)),
    verify: (passwordHash: string, password: string) => inTurn(() => verify(passwordHash, normalised(password))),
    /** As much work as a real check, for names that do not exist. */
    verifyNothing: (password: string) =>
      inTurn(() => verify(nobodysHash, normalised(password))).then(() => false as const),
    load: () => ({ running, waiting: waiting.length }),
  };
}

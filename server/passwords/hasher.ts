import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Caller } from '../limits/fair-shares.ts';
import { type Place, WorkQueue } from './queue.ts';

/** Argon2id is the library's default kind. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const OURSELVES = { address: '', known: 'the server' };

export type PasswordHasher = Awaited<ReturnType<typeof createHasher>>;

/** The same characters must match whatever keyboard typed them. */
const normalised = (password: string) => password.normalize('NFKC');

/** Argon2id on the thread pool, at most one for each core, so that hashing slows nothing else down. */
export async function createHasher(atOnce = availableParallelism()) {
  const queue = new WorkQueue(atOnce);
  const nobodysHash = await hash('nobody has this password', ARGON2ID);

  const inTurn = ({ run }: Place) => ({
    hash: (password: string) => run(() => hash(normalised(password), ARGON2ID)),
    verify: (passwordHash: string, password: string) => run(() => verify(passwordHash, normalised(password))),
    /** As much work as a real check, for names that do not exist. */
    verifyNothing: (password: string) =>
      run(() => verify(nobodysHash, normalised(password))).then(() => false as const),
  });

  return {
    /** A place in the queue for as long as `use` takes. Where there is none it is 503, before anything was used up. */
    withPlace: <T>(caller: Caller, use: (passwords: ReturnType<typeof inTurn>) => Promise<T>): Promise<T> =>
      queue.withPlace(caller, (place) => use(inTurn(place))),
    /** For the server itself, at its start. */
    hash: inTurn({ run: (work) => queue.run(OURSELVES, work) }).hash,
    load: () => queue.load,
    /** How full the queue is for strangers, from 0 to 1. */
    pressure: () => queue.pressure,
  };
}

export type Passwords = Parameters<Parameters<PasswordHasher['withPlace']>[1]>[0];

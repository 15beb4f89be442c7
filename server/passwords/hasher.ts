import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Caller } from '../limits/fair-shares.ts';
import { type Place, WorkQueue } from './queue.ts';

export const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const OURSELVES = { address: '', known: 'the server' };

export type PasswordHasher = Awaited<ReturnType<typeof createHasher>>;

/** Keyboards compose characters differently. */
const normalised = (password: string) => password.normalize('NFKC');

export async function createHasher(atOnce = availableParallelism()) {
  const queue = new WorkQueue(atOnce);
  const dummyHash = await hash('nobody has this password', ARGON2ID);

  const inTurn = ({ run }: Place) => ({
    hash: (password: string) => run(() => hash(normalised(password), ARGON2ID)),
    verify: (passwordHash: string, password: string) => run(() => verify(passwordHash, normalised(password))),
    /** Same work as for known names. */
    verifyUnknownUser: (password: string) =>
      run(() => verify(dummyHash, normalised(password))).then(() => false as const),
  });

  return {
    withPlace: <T>(caller: Caller, use: (passwords: ReturnType<typeof inTurn>) => Promise<T>): Promise<T> =>
      queue.withPlace(caller, (place) => use(inTurn(place))),
    hash: inTurn({ run: (work) => queue.run(OURSELVES, work) }).hash,
    load: () => queue.load,
    pressure: () => queue.pressure,
  };
}

export type Passwords = Parameters<Parameters<PasswordHasher['withPlace']>[1]>[0];

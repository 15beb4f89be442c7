import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Caller } from '../limits/turns.ts';
import { type Place, WorkQueue } from './queue.ts';

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const OURSELVES = { address: '', known: 'the server' };

export type PasswordHasher = Awaited<ReturnType<typeof createHasher>>;

/** The same text must match from any keyboard. */
const normalised = (password: string) => password.normalize('NFKC');

/** On the thread pool, at most one per core. */
export async function createHasher(atOnce = availableParallelism()) {
  const queue = new WorkQueue(atOnce);
  const nobodysHash = await hash('nobody has this password', ARGON2ID);

  const inTurn = ({ run }: Place) => ({
    hash: (password: string) => run(() => hash(normalised(password), ARGON2ID)),
    verify: (passwordHash: string, password: string) => run(() => verify(passwordHash, normalised(password))),
    /** Constant work for unknown names. */
    verifyNothing: (password: string) =>
      run(() => verify(nobodysHash, normalised(password))).then(() => false as const),
  });

  return {
    /** 503 before anything is used up, when the queue is full. */
    withPlace: <T>(caller: Caller, use: (passwords: ReturnType<typeof inTurn>) => Promise<T>): Promise<T> =>
      queue.withPlace(caller, (place) => use(inTurn(place))),
    /** For the server's own start. */
    hash: inTurn({ run: (work) => queue.run(OURSELVES, work) }).hash,
    load: () => queue.load,
    /** 0 to 1, for strangers. */
    pressure: () => queue.pressure,
  };
}

export type Passwords = Parameters<Parameters<PasswordHasher['withPlace']>[1]>[0];

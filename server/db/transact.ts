import type { Db, Trx } from './tables.ts';

type Hook = () => unknown;

const hooks = new WeakMap<Trx, Set<Hook>>();

/** The caller waits for hooks. The same hook runs once. */
export function afterCommit(trx: Trx, hook: Hook): void {
  const registered = hooks.get(trx);
  if (registered === undefined) throw new Error('afterCommit needs a transaction that inTransaction has begun.');
  registered.add(hook);
}

export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const committed = new Set<Hook>();
  const result = await db.transaction().execute((trx) => {
    hooks.set(trx, committed);
    return work(trx);
  });
  for (const hook of committed) await hook();
  return result;
}

import type { DialectAdapter } from 'kysely';
import type { Keys } from '../../crypto/keys.ts';
import type { Db, NewActivity, Trx } from '../tables.ts';
import { subjectOf } from './subject.ts';
import { type AuditKey, auditKey, entryMac } from './sums.ts';

interface Binding {
  readonly key: AuditKey;
  onBound(): void;
}

/** A database and its transactions have one adapter. Entries are written in fifty places, and none of them has to know a key. */
const bindings = new WeakMap<DialectAdapter, Binding>();

const adapterOf = (db: Db | Trx) => db.getExecutor().adapter;

/** From now on what staff do is bound with this key where it is written. */
export function bindEntries(db: Db, keys: Keys): void {
  bindings.set(adapterOf(db), { key: auditKey(keys), onBound: () => {} });
}

/** Told whenever something is bound, before it is committed. */
export function onBound(db: Db, tell: () => void): void {
  const binding = bindings.get(adapterOf(db));
  if (binding !== undefined) bindings.set(adapterOf(db), { ...binding, onBound: tell });
}

type Unbound = Required<Omit<NewActivity, 'mac' | 'kind' | 'target'>>;

/** Rows of staff with their keyed sum. The others stay as they are. */
export function boundRows(db: Db | Trx, rows: readonly Unbound[]): NewActivity[] {
  const binding = bindings.get(adapterOf(db));
  const bound = rows.map((row) => {
    if (binding === undefined || row.staff !== 1) return { ...row, mac: null, kind: null, target: null };
    const described = { ...row, ...subjectOf(row) };
    return { ...described, mac: entryMac(binding.key, described) };
  });
  binding?.onBound();
  return bound;
}

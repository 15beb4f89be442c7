import type { DialectAdapter } from 'kysely';
import type { Keys } from '../../crypto/keys.ts';
import type { Db, NewActivity, Trx } from '../tables.ts';
import { type AuditKey, auditKey, entryMac } from './macs.ts';
import { subjectOf } from './subject.ts';

interface Binding {
  readonly key: AuditKey;
  onStaffEntry(): void;
}

/** Keyed by adapter, which transactions share, so that code that writes entries needs no key. */
const bindings = new WeakMap<DialectAdapter, Binding>();

const adapterOf = (db: Db | Trx) => db.getExecutor().adapter;

export function setAuditKey(db: Db, keys: Keys): void {
  bindings.set(adapterOf(db), { key: auditKey(keys), onStaffEntry: () => {} });
}

export function onStaffEntry(db: Db, tell: () => void): void {
  const binding = bindings.get(adapterOf(db));
  if (binding !== undefined) bindings.set(adapterOf(db), { ...binding, onStaffEntry: tell });
}

type Unbound = Required<Omit<NewActivity, 'mac' | 'kind' | 'target'>>;

export function withMacs(db: Db | Trx, rows: readonly Unbound[]): NewActivity[] {
  const binding = bindings.get(adapterOf(db));
  const bound = rows.map((row) => {
    if (binding === undefined || row.staff !== 1) return { ...row, mac: null, kind: null, target: null };
    const described = { ...row, ...subjectOf(row) };
    return { ...described, mac: entryMac(binding.key, described) };
  });
  binding?.onStaffEntry();
  return bound;
}

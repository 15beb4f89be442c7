import type { Keys } from '../../crypto/keys.ts';
import type { Db, Trx } from '../tables.ts';
import { type AuditKey, auditKey, keyFromText } from './macs.ts';

export interface Keyring {
  readonly current: AuditKey;
  /** By id. Sealed (AES-GCM) with the current server key, so an attacker without it can add none. */
  readonly earlier: ReadonlyMap<string, AuditKey>;
  /** Keys that the current server key did not seal. An honest list has none. */
  readonly unproven: readonly string[];
}

export async function readKeyring(db: Db | Trx, keys: Keys): Promise<Keyring> {
  const rows = await db.selectFrom('audit_keys').selectAll().orderBy('key_id').execute();
  const earlier = new Map<string, AuditKey>();
  const unproven: string[] = [];
  for (const { key_id, sealed } of rows) {
    const text = sealed === null ? null : opened(keys, sealed);
    if (text === null) unproven.push(key_id);
    else earlier.set(key_id, keyFromText(key_id, text));
  }
  return { current: auditKey(keys), earlier, unproven };
}

function opened(keys: Keys, sealed: string): string | null {
  try {
    return keys.open(sealed, 'audit-key');
  } catch {
    return null;
  }
}

export const keyOf = ({ current, earlier }: Keyring, keyId: string): AuditKey | undefined =>
  keyId === current.id ? current : earlier.get(keyId);

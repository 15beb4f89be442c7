import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isSameSecret } from '../../crypto/constant-time.ts';
import type { Keys } from '../../crypto/keys.ts';
import type { ActivityRow, CutRow, Db, LinkRow, Trx } from '../tables.ts';

export interface AuditKey {
  readonly id: string;
  readonly key: KeyObject;
}

export const auditKey = (keys: Pick<Keys, 'id' | 'derive'>): AuditKey => ({ id: keys.id, key: keys.derive('audit') });

export const keyText = ({ key }: AuditKey) => key.export().toString('base64url');

export interface Keyring {
  readonly current: AuditKey;
  /** Keys sealed with the current server key, so that an attacker can't add one. */
  readonly earlier: ReadonlyMap<string, AuditKey>;
  /** Ids of keys that the current server key didn't seal. */
  readonly unproven: readonly string[];
}

export async function readKeyring(db: Db | Trx, keys: Keys): Promise<Keyring> {
  const rows = await db.selectFrom('audit_keys').selectAll().orderBy('key_id').execute();
  const earlier = new Map<string, AuditKey>();
  const unproven: string[] = [];
  for (const { key_id, sealed } of rows) {
    const text = sealed === null ? null : opened(keys, sealed);
    if (text === null) unproven.push(key_id);
    else earlier.set(key_id, { id: key_id, key: createSecretKey(Buffer.from(text, 'base64url')) });
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

type Value = string | number | null;

/** Databases store lone surrogates as U+FFFD, so the MAC must see the same. */
const kept = (value: Value) => (typeof value === 'string' ? value.toWellFormed() : value);

/** The purpose comes first, so that one kind of MAC never passes for another. */
const sum = ({ key }: AuditKey, purpose: string, values: readonly Value[]) =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...values.map(kept)]))
    .digest('base64url');

export type MacInput = Omit<ActivityRow, 'mac'>;

export const entryMac = (key: AuditKey, row: MacInput): string =>
  sum(key, 'entry', [
    row.id,
    row.user_id,
    row.action,
    row.page,
    row.ip_address,
    row.location,
    row.device,
    row.user_agent,
    row.details,
    row.created_at,
    row.staff,
    row.actor_name,
    row.guest_id,
    row.kind,
    row.target,
  ]);

/** Covers all earlier links, but not the position: a moved link differs from a changed one. */
export const linkHash = (
  key: AuditKey,
  link: Pick<LinkRow, 'kind' | 'entry_id' | 'entry_mac' | 'key_id' | 'previous' | 'linked_at'>,
): string => sum(key, 'link', [link.kind, link.entry_id, link.entry_mac, link.key_id, link.previous, link.linked_at]);

export const removalMac = (key: AuditKey, { position, hash }: Pick<LinkRow, 'position' | 'hash'>): string =>
  sum(key, 'removed', [position, hash]);

export const cutMac = (key: AuditKey, cut: Omit<CutRow, 'mac'>): string =>
  sum(key, 'cut', [cut.position, cut.hash, cut.key_id, cut.cut_at, cut.reason]);

export const isSameMac = (found: string | null, expected: string) => found !== null && isSameSecret(found, expected);

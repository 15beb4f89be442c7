import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isSameSecret } from '../../crypto/constant-time.ts';
import type { Keys } from '../../crypto/keys.ts';
import type { ActivityRow, CutRow, LinkRow } from '../tables.ts';

/** The key that entries and links are bound with, and the id of the server key that it comes from. */
export interface AuditKey {
  readonly id: string;
  readonly key: KeyObject;
}

export const auditKey = (keys: Pick<Keys, 'id' | 'derive'>): AuditKey => ({ id: keys.id, key: keys.derive('audit') });

/** For keeping it under another server key, and back. */
export const keyText = ({ key }: AuditKey) => key.export().toString('base64url');
export const keyFromText = (id: string, text: string): AuditKey => ({
  id,
  key: createSecretKey(Buffer.from(text, 'base64url')),
});

type Value = string | number | null;

/** As the databases keep it: half of a pair of characters is kept as the sign of what is missing. */
const kept = (value: Value) => (typeof value === 'string' ? value.toWellFormed() : value);

/** HMAC-SHA-256. Each covers its purpose first, so that one kind of sum is never taken for another. */
const sum = ({ key }: AuditKey, purpose: string, values: readonly Value[]) =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...values.map(kept)]))
    .digest('base64url');

export type BoundEntry = Omit<ActivityRow, 'mac'>;

/** Covers every column of the entry: who did what to whom, when and from where, and that it is an entry of staff. */
export const entryMac = (key: AuditKey, row: BoundEntry): string =>
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

/**
 * Covers the entry's id and sum, the key's id, the hash of the link before and, through that, every link before it. Not its position: so
 * a link that stands in the wrong place can be told from one that was changed.
 */
export const linkHash = (
  key: AuditKey,
  link: Pick<LinkRow, 'kind' | 'entry_id' | 'entry_mac' | 'key_id' | 'previous' | 'linked_at'>,
): string => sum(key, 'link', [link.kind, link.entry_id, link.entry_mac, link.key_id, link.previous, link.linked_at]);

/** Covers the link's position and hash: retention has deleted its entry. Made with the current key. */
export const removalMac = (key: AuditKey, { position, hash }: Pick<LinkRow, 'position' | 'hash'>): string =>
  sum(key, 'removed', [position, hash]);

/** Covers the last link that was cut (position, hash, key), when, and why: retention, or a lost key. Made with the current key. */
export const cutMac = (key: AuditKey, cut: Omit<CutRow, 'mac'>): string =>
  sum(key, 'cut', [cut.position, cut.hash, cut.key_id, cut.cut_at, cut.reason]);

export const isSum = (found: string | null, expected: string) => found !== null && isSameSecret(found, expected);

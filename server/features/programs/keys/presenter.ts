import type { ApiKey } from '../../../../contract/programs/keys.ts';
import { iso } from '../../../clock.ts';
import { KEY_PREFIX } from '../../../sessions/key-text.ts';
import { scopesOf, stateOf } from './policy.ts';
import type { KeyWithMaker } from './queries.ts';

interface Known {
  readonly now: number;
  readonly usedAt: number | null;
  readonly confirmation: ApiKey['confirmation'];
}

export function presentKey(row: KeyWithMaker, { now, usedAt, confirmation }: Known): ApiKey {
  const state = stateOf(row, now);
  return {
    id: row.id,
    name: row.name,
    prefix: `${KEY_PREFIX}${row.id}`,
    scopes: scopesOf(row),
    networks: JSON.parse(row.networks),
    madeBy: row.maker,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    usedAt: usedAt === null ? null : iso(usedAt),
    state,
    confirmation,
    confirmedBy: row.confirmed_by,
    inForceAt: state === 'waiting' && row.in_force_at < row.expires_at ? iso(row.in_force_at) : null,
  };
}

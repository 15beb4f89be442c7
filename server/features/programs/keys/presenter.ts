import type { ApiKey } from '../../../../contract/programs/keys.ts';
import { KEY_PREFIX } from '../../../sessions/key-text.ts';
import { scopesOf, stateOf } from './policy.ts';
import type { KeyWithMaker } from './queries.ts';

const time = (ms: number) => new Date(ms).toISOString();

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
    createdAt: time(row.created_at),
    expiresAt: time(row.expires_at),
    usedAt: usedAt === null ? null : time(usedAt),
    state,
    confirmation,
    confirmedBy: row.confirmed_by,
    inForceAt: state === 'waiting' ? time(row.in_force_at) : null,
  };
}

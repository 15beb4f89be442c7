import {
  isOfAddresses,
  KEY_DAYS_MAX,
  KEYS_MAX,
  KEYS_OF_NAME,
  type KeyState,
  type Scope,
} from '../../../../contract/programs/keys.rules.ts';
import { DAY_MS } from '../../../clock.ts';
import type { ApiKeyRow } from '../../../db/tables.ts';
import { badInput, HttpError } from '../../../errors.ts';
import { parseNetwork } from '../../../visitor/address.ts';

export const scopesOf = ({ scopes }: Pick<ApiKeyRow, 'scopes'>): Scope[] => JSON.parse(scopes);

export function stateOf(row: Pick<ApiKeyRow, 'expires_at' | 'in_force_at'>, now: number): KeyState {
  if (now >= row.expires_at) return 'expired';
  return now < row.in_force_at ? 'waiting' : 'live';
}

export const waitsForAdmin = (scopes: readonly Scope[]): boolean => scopes.some(isOfAddresses);

export function assertExpiry(expiresAt: number, now: number): void {
  if (expiresAt <= now) throw badInput('The key must expire in the future.');
  if (expiresAt > now + KEY_DAYS_MAX * DAY_MS) throw badInput(`A key can work for at most ${KEY_DAYS_MAX} days.`);
}

export function assertNetworks(networks: readonly string[]): void {
  const wrong = networks.find((text) => parseNetwork(text) === null);
  if (wrong !== undefined)
    throw badInput(`${JSON.stringify(wrong)} is not an IP address or CIDR. Enter one like 192.0.2.7 or 192.0.2.0/24.`);
}

const tooMany = (sentence: string) => new HttpError('too_many_api_keys', sentence);

export function assertRoom(keys: readonly Pick<ApiKeyRow, 'name' | 'expires_at'>[], name: string, now: number): void {
  if (keys.length >= KEYS_MAX) throw tooMany(`There can be at most ${KEYS_MAX} API keys. End one first.`);
  const live = keys.filter((key) => key.name === name && now < key.expires_at);
  if (live.length >= KEYS_OF_NAME)
    throw tooMany(`There are already ${KEYS_OF_NAME} keys with this name. End one, or choose another name.`);
}

import type { ApiKey, NewKeyInput } from '../../../../contract/programs/keys.ts';
import { WAIT_HOURS } from '../../../../contract/settings/settings.rules.ts';
import { DAY_MS, iso, utcMinute } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import type { ApiKeyRow, Db, Trx } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import { confirmationBy, hasHadOtherAdmin, possibleUsersOf } from '../../../sessions/admin-history.ts';
import { newKey } from '../../../sessions/key-text.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { assertExpiry, assertNetworks, assertRoom, stateOf, waitsForAdmin } from './policy.ts';
import { presentKey } from './presenter.ts';
import {
  allKeys,
  deleteKey,
  deleteKeysExpiredBefore,
  findKey,
  insertKey,
  type KeyWithMaker,
  putInForce,
} from './queries.ts';

const WAIT_MS = (WAIT_HOURS / 24) * DAY_MS;
const SHOWN_EXPIRED_MS = 30 * DAY_MS;

const refusals = {
  own: 'You made this API key yourself. Another admin has to confirm it.',
  too_new:
    'Your account can’t confirm this API key: it is less than a day old, or an admin has had access to both your account and the one that made the key. Another admin has to confirm it.',
};
const needsAnotherAdmin = (why: keyof typeof refusals) => new HttpError('needs_another_admin', refusals[why]);
const nothingToConfirm = () => new HttpError('proposal_gone', 'This API key no longer waits for a confirmation.');

interface KeyNews {
  readonly title: string;
  readonly message: string;
  readonly actor: Caller;
  readonly at: number;
}

export interface KeysDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'apiKeys'> {
  tellAdmins(trx: Trx, news: KeyNews): Promise<void>;
}

const nameOf = ({ staff, userId }: Caller) => staff ?? userId;

async function present(deps: KeysDeps, db: Db | Trx, row: KeyWithMaker, userId: string): Promise<ApiKey> {
  const now = deps.clock.now();
  const confirmation = stateOf(row, now) === 'waiting' ? await confirmationOf(db, row, userId, now) : null;
  return presentKey(row, { now, usedAt: deps.apiKeys.usedAt(row.id, row.used_at), confirmation });
}

const confirmationOf = async (db: Db | Trx, { user_id }: ApiKeyRow, userId: string, now: number) =>
  confirmationBy(await possibleUsersOf(db, userId, now), await possibleUsersOf(db, user_id, now), now);

export async function keysFor(deps: KeysDeps, userId: string): Promise<ApiKey[]> {
  const rows = await allKeys(deps.db);
  return Promise.all(rows.map((row) => present(deps, deps.db, row, userId)));
}

export function make(deps: KeysDeps, actor: Caller, input: NewKeyInput): Promise<ApiKey & { key: string }> {
  const { name, networks } = input;
  const scopes = [...new Set(input.scopes)];
  const expiresAt = Date.parse(input.expiresAt);
  assertNetworks(networks);
  assertExpiry(expiresAt, deps.clock.now());
  const work = async (trx: Trx) => {
    const at = deps.clock.now();
    assertRoom(await allKeys(trx), name, at);
    // A single admin has no one who could confirm it (as for a new exit host).
    const waits = waitsForAdmin(scopes) && (await hasHadOtherAdmin(trx, actor.userId, at));
    const { id, secretHash, key } = newKey();
    await insertKey(trx, {
      id,
      name,
      user_id: actor.userId,
      secret_hash: secretHash,
      scopes: JSON.stringify(scopes),
      networks: JSON.stringify(networks),
      created_at: at,
      expires_at: expiresAt,
      used_at: null,
      in_force_at: waits ? at + WAIT_MS : at,
      confirmed_by: null,
    });
    const details = {
      change: 'api key made',
      key: name,
      scopes: scopes.join(', '),
      ...(networks.length > 0 && { networks: networks.join(', ') }),
      expires: iso(expiresAt),
    } as const;
    await recordActivity(trx, { ...actor, action: 'profile_update', details, at });
    const wait = ` Confirm or end it under API keys. Otherwise it opens addresses on ${utcMinute(at + WAIT_MS)}`;
    const message = `${nameOf(actor)} made the API key ${JSON.stringify(name)} with the scopes ${details.scopes}. It expires on ${utcMinute(expiresAt)}.${waits ? wait : ''}`;
    await deps.tellAdmins(trx, { title: 'API key made', message, actor, at });
    await deps.apiKeys.changed(trx);
    return { ...(await present(deps, trx, await findKey(trx, id), actor.userId)), key };
  };
  // Serialised, so that two requests can't both take the last place.
  return deps.transact(actor, work, 'settings');
}

export function confirm(deps: KeysDeps, actor: Caller, id: string): Promise<ApiKey> {
  return deps.transact(actor, async (trx) => {
    const at = deps.clock.now();
    const row = await findKey(trx, id);
    if (stateOf(row, at) !== 'waiting') throw nothingToConfirm();
    const confirmation = await confirmationOf(trx, row, actor.userId, at);
    if (confirmation !== 'possible') throw needsAnotherAdmin(confirmation);
    if (!(await putInForce(trx, id, nameOf(actor), at))) throw nothingToConfirm();
    await recordStep(deps, trx, actor, row, 'confirmed', at);
    return present(deps, trx, await findKey(trx, id), actor.userId);
  });
}

export function end(deps: KeysDeps, actor: Caller, id: string): Promise<void> {
  return deps.transact(actor, async (trx) => {
    const row = await findKey(trx, id);
    await deleteKey(trx, id);
    await recordStep(deps, trx, actor, row, 'ended', deps.clock.now());
  });
}

async function recordStep(
  deps: KeysDeps,
  trx: Trx,
  actor: Caller,
  { name, user_id, maker }: KeyWithMaker,
  step: 'confirmed' | 'ended',
  at: number,
): Promise<void> {
  const details = { change: `api key ${step}`, key: name, user: user_id, username: maker } as const;
  await recordActivity(trx, { ...actor, action: 'profile_update', details, at });
  const whose = user_id === actor.userId ? 'their' : `${maker}'s`;
  const message = `${nameOf(actor)} ${step} ${whose} API key ${JSON.stringify(name)}`;
  await deps.tellAdmins(trx, { title: `API key ${step}`, message, actor, at });
  await deps.apiKeys.changed(trx);
}

export async function forgetExpired({ db, clock }: KeysDeps): Promise<void> {
  await deleteKeysExpiredBefore(db, clock.now() - SHOWN_EXPIRED_MS);
}

import { createHmac, hash, randomBytes } from 'node:crypto';
import type { SsoPage } from '../../../../contract/auth/sso.rules.ts';
import { isAhead } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { isSameSecret } from '../../../crypto/constant-time.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { sweepTable } from '../../../db/batches.ts';
import type { Db, SsoFlowRow, Trx } from '../../../db/tables.ts';
import type { Caller } from '../../../sessions/transact.ts';

export const FLOW_MS = 10 * 60_000;

const SECRET = /^[\w-]{43}$/;
const newSecret = () => randomBytes(32).toString('base64url');
const hashed = (secret: string) => hash('sha256', secret, 'base64url');

export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** From cookie and state: neither the database nor another browser can complete a flow. */
function checksOf(keys: Keys, browser: string, state: string): Checks {
  const key = keys.derive('single-sign-on');
  const derived = (what: string) =>
    createHmac('sha256', key).update(`${what}\n${browser}\n${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

type FlowDeps = Pick<Core, 'db' | 'transact' | 'keys' | 'clock'>;

interface Beginning extends Pick<SsoFlowRow, 'session_id' | 'wanted'> {
  readonly page: SsoPage;
  readonly browser: string | undefined;
}

export async function beginFlow(
  { transact, keys, clock }: FlowDeps,
  by: Caller | 'guest',
  { browser: given = '', ...values }: Beginning,
): Promise<Checks & { browser: string }> {
  const browser = SECRET.test(given) ? given : newSecret();
  const state = newSecret();
  const flow = { ...values, state_hash: hashed(state), browser_hash: hashed(browser), begun_at: clock.now() };
  await transact(by, (trx) => trx.insertInto('oidc_flows').values(flow).execute());
  return { ...checksOf(keys, browser, state), browser };
}

export async function endLinkFlows(db: Db | Trx, sessionId: string): Promise<void> {
  await db.deleteFrom('oidc_flows').where('session_id', '=', sessionId).execute();
}

/** Works once, even if refused. Null for another browser, or too late. */
export async function takeFlow(
  { db, keys, clock }: FlowDeps,
  state: string | undefined,
  browser: string | undefined,
): Promise<{ flow: SsoFlowRow; checks: Checks } | null> {
  if (state === undefined || !SECRET.test(state)) return null;
  const flow = await db
    .deleteFrom('oidc_flows')
    .where('state_hash', '=', hashed(state))
    .returningAll()
    .executeTakeFirst();
  if (flow === undefined || browser === undefined || !isSameSecret(hashed(browser), flow.browser_hash)) return null;
  const now = clock.now();
  if (now - flow.begun_at >= FLOW_MS || isAhead(flow.begun_at, now)) return null;
  return { flow, checks: checksOf(keys, browser, state) };
}

export const sweepFlows = (db: Db, now: number, closing: AbortSignal) =>
  sweepTable(db, { table: 'oidc_flows', key: 'state_hash', time: 'begun_at', before: now - FLOW_MS }, closing);

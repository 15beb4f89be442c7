import { createHmac, hash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { SSO_PAGES } from '../../../../contract/auth/sso.rules.ts';
import { evictOldest } from '../../../bounded-cache.ts';
import { isAhead } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { isSameSecret } from '../../../crypto/constant-time.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { sweepTable } from '../../../db/batches.ts';
import type { Db, SsoFlowRow, Trx } from '../../../db/tables.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { parseJson } from '../../../text/json.ts';

export const FLOW_MS = 10 * 60_000;

const SECRET = /^[\w-]{43}$/;
const newSecret = () => randomBytes(32).toString('base64url');
const hashed = (secret: string) => hash('sha256', secret, 'base64url');

export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Derived from cookie and state, so that neither the database nor another browser is enough to complete a flow. */
function checksOf(keys: Keys, browser: string, state: string): Checks {
  const key = keys.derive('single-sign-on');
  const derived = (what: string) =>
    createHmac('sha256', key).update(`${what}\n${browser}\n${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

type FlowDeps = Pick<Core, 'db' | 'transact' | 'keys' | 'clock'>;
type Flow = Pick<SsoFlowRow, 'browser_hash' | 'session_id' | 'page' | 'wanted' | 'begun_at'>;

export interface Begun extends Checks {
  readonly browser: string;
}

const secretOf = (given = '') => (SECRET.test(given) ? given : newSecret());

export async function beginLinkFlow(
  { transact, keys, clock }: FlowDeps,
  by: Caller,
  sessionId: string,
  given: string | undefined,
): Promise<Begun> {
  const browser = secretOf(given);
  const state = newSecret();
  const flow = { session_id: sessionId, page: '/auth', wanted: null, begun_at: clock.now() } as const;
  const row = { ...flow, state_hash: hashed(state), browser_hash: hashed(browser) };
  await transact(by, (trx) => trx.insertInto('oidc_flows').values(row).execute());
  return { ...checksOf(keys, browser, state), browser };
}

const SignIn = z.object({
  browser_hash: z.string(),
  page: z.enum(SSO_PAGES),
  wanted: z.string().nullable(),
  begun_at: z.number(),
});

const USED_STATES = 10_000;

/** The flow is in the sealed state parameter, so that strangers write no rows and use no row budget. */
export function signInFlows({ keys, clock }: Pick<FlowDeps, 'keys' | 'clock'>) {
  // In memory is enough: the provider accepts each of its codes once.
  const used = new Set<string>();

  return {
    begin({ page, wanted }: Pick<Flow, 'page' | 'wanted'>, given: string | undefined): Begun {
      const browser = secretOf(given);
      const flow: z.input<typeof SignIn> = { browser_hash: hashed(browser), page, wanted, begun_at: clock.now() };
      const state = keys.seal(JSON.stringify(flow), 'sign-on-state');
      return { ...checksOf(keys, browser, state), browser };
    },

    take(state: string): Flow | null {
      const hash = hashed(state);
      if (used.has(hash)) return null;
      try {
        const flow = parseJson(SignIn, keys.open(state, 'sign-on-state'));
        if (flow === null) return null;
        evictOldest(used, USED_STATES);
        used.add(hash);
        return { ...flow, session_id: null };
      } catch {
        return null;
      }
    },
  };
}

export async function endLinkFlows(db: Db | Trx, sessionId: string): Promise<void> {
  await db.deleteFrom('oidc_flows').where('session_id', '=', sessionId).execute();
}

const takeRow = (db: Db, state: string): Promise<Flow | undefined> =>
  db.deleteFrom('oidc_flows').where('state_hash', '=', hashed(state)).returningAll().executeTakeFirst();

/** Works once, even if it fails; a sign-in once per process. Null for another browser, or too late. */
export async function takeFlow(
  { db, keys, clock }: FlowDeps,
  signIns: ReturnType<typeof signInFlows>,
  state: string | undefined,
  browser: string | undefined,
): Promise<{ flow: Flow; checks: Checks } | null> {
  if (state === undefined) return null;
  const flow = SECRET.test(state) ? await takeRow(db, state) : signIns.take(state);
  if (flow == null || browser === undefined || !isSameSecret(hashed(browser), flow.browser_hash)) return null;
  const now = clock.now();
  if (now - flow.begun_at >= FLOW_MS || isAhead(flow.begun_at, now)) return null;
  return { flow, checks: checksOf(keys, browser, state) };
}

export const sweepFlows = (db: Db, now: number, closing: AbortSignal) =>
  sweepTable(db, { table: 'oidc_flows', key: 'state_hash', time: 'begun_at', before: now - FLOW_MS }, closing);

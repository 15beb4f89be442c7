import * as z from 'zod';
import type { OutcomeEvent } from '../../../../contract/programs/webhooks.ts';
import { iso } from '../../../clock.ts';
import type { GuestVerificationRow } from '../../../db/tables.ts';
import { parseJson } from '../../../text/json.ts';
import type { GatePass } from '../gate/gate.ts';
import type { Result } from '../verified/queries.ts';

const Claims = z.record(z.string(), z.unknown());

const gateOf = (pass: GatePass | null) =>
  pass && { jti: pass.jti, sub: pass.sub, claims: pass.claims === null ? null : parseJson(Claims, pass.claims) };

export function completedEvent(id: string, result: Result, pass: GatePass | null): OutcomeEvent {
  const { email, at, since, helped } = result;
  const took_seconds = Math.max(0, Math.round((at - since) / 1000));
  const data = {
    id,
    email,
    email_verified: true,
    verified_at: iso(at),
    took_seconds,
    helped,
    gate: gateOf(pass),
  } as const;
  return { type: 'verification.completed', timestamp: iso(at), data };
}

type Unfinished = Pick<GuestVerificationRow, 'email' | 'first_sent_at' | 'sent_at'>;

export function abandonedEvent(id: string, row: Unfinished, pass: GatePass | null, at: number): OutcomeEvent {
  const times = { began_at: iso(row.first_sent_at ?? row.sent_at), abandoned_at: iso(at) };
  const data = { id, email: row.email, email_verified: false, ...times, gate: gateOf(pass) } as const;
  return { type: 'verification.abandoned', timestamp: iso(at), data };
}

import type { DeliveryState, WebhookTarget } from '../../../../contract/programs/webhooks.rules.ts';
import type { ConfiguredTarget, WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import { iso } from '../../../clock.ts';
import type { OutboxRow } from '../../../db/tables.ts';
import { CHANNEL_OF } from './queries.ts';

const STATES: Record<OutboxRow['state'], DeliveryState> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'delivered',
  failed: 'failed',
  expired: 'expired',
};

const isoOrNull = (time: number | null) => (time === null ? null : iso(time));

export const targetOf = ({ channel }: OutboxRow): WebhookTarget =>
  channel === CHANNEL_OF.events ? 'events' : 'outcome';

export function presentDelivery(row: OutboxRow): WebhookDelivery {
  return {
    id: row.id,
    target: targetOf(row),
    type: row.kind ?? 'verification.completed',
    createdAt: iso(row.created_at),
    email: row.recipient === '' ? null : maskedEmail(row.recipient),
    state: STATES[row.state],
    tries: row.attempts,
    answer: row.answer,
    nextTryAt: row.state === 'queued' ? isoOrNull(row.due_at) : null,
    finishedAt: isoOrNull(row.finished_at),
    // Delivered events keep no contents; waiting ones are sent anyway.
    canSendAgain: (row.state === 'failed' || row.state === 'expired') && row.sealed !== null,
  };
}

/** The query string may contain a key. */
export const presentTarget = (target: WebhookTarget, url: URL, failingSince: number | null): ConfiguredTarget => ({
  target,
  host: url.host,
  path: url.pathname,
  failingSince: isoOrNull(failingSince),
});

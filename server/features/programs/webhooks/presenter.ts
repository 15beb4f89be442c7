import type { DeliveryState } from '../../../../contract/programs/webhooks.rules.ts';
import type { WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import type { Config } from '../../../config.ts';
import type { OutboxRow } from '../../../db/tables.ts';

const STATES: Record<OutboxRow['state'], DeliveryState> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'delivered',
  failed: 'failed',
  expired: 'expired',
};

const isoOrNull = (time: number | null) => (time === null ? null : new Date(time).toISOString());

export function presentDelivery(row: OutboxRow): WebhookDelivery {
  return {
    id: row.id,
    type: row.kind ?? 'verification.completed',
    createdAt: new Date(row.created_at).toISOString(),
    email: maskedEmail(row.recipient),
    state: STATES[row.state],
    tries: row.attempts,
    answer: row.answer,
    nextTryAt: row.state === 'queued' ? isoOrNull(row.due_at) : null,
    finishedAt: isoOrNull(row.finished_at),
    // A delivered one has no contents; a waiting one is sent anyway.
    canSendAgain: (row.state === 'failed' || row.state === 'expired') && row.sealed !== null,
  };
}

/** Without the query string, which may hold a key. */
export const presentTarget = ({ outcome: { webhook } }: Config) =>
  webhook && { host: webhook.url.host, path: webhook.url.pathname };

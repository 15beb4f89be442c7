import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import { ABANDONED_AFTER_MINUTES, TRIED_FOR_HOURS } from '../../../../contract/verification/webhook.rules.ts';
import { WebhookEvent } from '../../../../contract/verification/webhook.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import type { OutboxRow, Trx } from '../../../db/tables.ts';
import { afterCommit } from '../../../db/transact.ts';
import { defineJob } from '../../../delivery/job.ts';
import { createOutbox } from '../../../delivery/outbox.ts';
import { RETRY_FOR_A_DAY } from '../../../delivery/retry-policy.ts';
import { webhookSender } from '../../../delivery/webhook-transport.ts';
import { HttpError } from '../../../errors.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { Notify } from '../../notifications/events.ts';
import type { Gate, GatePass } from '../gate/gate.ts';
import type { Result } from '../verified/queries.ts';
import { abandonedEvent, completedEvent } from './events.ts';
import { failingSince, findDelivery, markAbandoned, queueAgain } from './queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TRIED_FOR_MS = TRIED_FOR_HOURS * HOUR_MS;
const ABANDONED_AFTER_MS = ABANDONED_AFTER_MINUTES * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
const ABANDONED_AT_ONCE = 100;
/** Shutdown waits little longer. */
const CLOSE_WITHIN_MS = 2_000;
const DOWN_FOR_MS = HOUR_MS;

const webhookEvent = defineJob('webhook', WebhookEvent, (event) => JSON.stringify(event));

type Deps = Pick<Core, 'config' | 'db' | 'transact' | 'reader' | 'clock' | 'keys' | 'log' | 'severalProcesses'> & {
  readonly gate: Pick<Gate, 'passOf'>;
  readonly notify: Notify;
};

export type Webhooks = NonNullable<Awaited<ReturnType<typeof openWebhooks>>>;

const gone = () => new HttpError('delivery_gone', 'This delivery is no longer kept.');
const notAgain = () =>
  new HttpError('delivery_not_possible', 'It has been delivered, or is about to be. There is nothing to send again.');

/** Null without a target, which only the operator sets (decision 51). */
export async function openWebhooks(deps: Deps) {
  const { config, transact, reader, clock, log, severalProcesses, gate, notify } = deps;
  const target = config.outcome.webhook;
  if (target === null) return null;
  const transport = await webhookSender(target, clock);
  const { host } = target.url;
  const outbox = createOutbox({
    ...deps,
    channel: 'webhook',
    jobs: [webhookEvent],
    send: (_recipient, body, id) => transport.send(body, id),
    retry: RETRY_FOR_A_DAY,
    onFailure: (_row, why) => notify({ kind: 'webhook-failure', host, why }),
  });
  await outbox.recover();

  const put = (trx: Trx, event: WebhookEvent, guestId: string | null, id: string) => {
    const { type, data } = event;
    const about = { recipient: data.email, kind: type, ...(guestId !== null && { guestId }) };
    return outbox.put(trx, webhookEvent, { id, payload: event, expiresAt: clock.now() + TRIED_FOR_MS, ...about });
  };

  /** At most one row for each code that the mail limits allow. */
  const tellAbandonedBatch = () =>
    transact('server', async (trx) => {
      const now = clock.now();
      const before = now - ABANDONED_AFTER_MS;
      const rows = await markAbandoned(trx, { before, now, most: ABANDONED_AT_ONCE, severalProcesses });
      for (const row of rows) {
        const id = newId(now);
        await put(trx, abandonedEvent(id, row, await gate.passOf(trx, row.guest_secret), now), row.public_id, id);
      }
      return rows.length;
    });

  let isClosed = false;
  const tellAbandoned = async () => {
    while (!isClosed && (await tellAbandonedBatch()) === ABANDONED_AT_ONCE);
  };

  let toldOf: number | null = null;
  const tellOutage = async () => {
    const since = await failingSince(reader);
    if (since === null || since > clock.now() - DOWN_FOR_MS || since === toldOf) return;
    toldOf = since;
    notify({ kind: 'webhook-down', host, since });
  };

  const look = async () => {
    await tellAbandoned();
    await tellOutage();
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error) => log.warn({ err: error }, 'abandoned verifications not reported, trying again'));
  }, LOOK_EVERY_MS).unref();

  return {
    completed: (trx: Trx, id: string, result: Result, pass: GatePass | null) =>
      put(trx, completedEvent(id, result, pass), result.publicId, newId(clock.now())),

    async sendAgain(id: string, actor: Caller): Promise<OutboxRow> {
      const now = clock.now();
      return transact(actor, async (trx) => {
        const queued = await queueAgain(trx, id, now, now + TRIED_FOR_MS);
        if (queued === undefined) throw (await findDelivery(trx, id)) === undefined ? gone() : notAgain();
        const email = maskedEmail(queued.recipient);
        const details = { change: 'webhook resent', delivery: id, email } as const;
        await recordActivity(trx, { ...actor, action: 'profile_update', details, at: now });
        afterCommit(trx, outbox.wake);
        return queued;
      });
    },

    work: outbox.work,
    look,

    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await looking;
      // A target that hangs gets the delivery again, with the same id.
      const hurry = setTimeout(transport.close, CLOSE_WITHIN_MS).unref();
      await outbox.close();
      clearTimeout(hurry);
      transport.close();
    },
  };
}

import { TRIED_FOR_HOURS } from '../../../../contract/programs/webhooks.rules.ts';
import { WebhookEvent } from '../../../../contract/programs/webhooks.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
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
import { failingSince, findDelivery, queueAgain } from './queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TRIED_FOR_MS = TRIED_FOR_HOURS * HOUR_MS;
const LOOK_EVERY_MS = MINUTE_MS;
/** Shutdown waits little longer. */
const CLOSE_WITHIN_MS = 2_000;
const DOWN_FOR_MS = HOUR_MS;

const webhookEvent = defineJob('webhook', WebhookEvent, (event) => JSON.stringify(event));

type Deps = Pick<Core, 'config' | 'db' | 'transact' | 'reader' | 'clock' | 'keys' | 'log' | 'severalProcesses'> & {
  readonly notify: Notify;
};

export type Webhooks = NonNullable<Awaited<ReturnType<typeof openWebhooks>>>;
export type SendOutcome = Webhooks['send'];

const gone = () => new HttpError('delivery_gone', 'This delivery is no longer kept.');
const notAgain = () =>
  new HttpError('delivery_not_possible', 'It has been delivered, or is about to be. There is nothing to send again.');

/** Null without a target, which only the operator sets (decision 51). */
export async function openWebhooks(deps: Deps) {
  const { config, transact, reader, clock, log, notify } = deps;
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

  let toldOf: number | null = null;
  const look = async () => {
    const since = await failingSince(reader);
    if (since === null || since > clock.now() - DOWN_FOR_MS || since === toldOf) return;
    toldOf = since;
    notify({ kind: 'webhook-down', host, since });
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error) => log.warn({ err: error }, 'webhook not checked, trying again'));
  }, LOOK_EVERY_MS).unref();

  return {
    send: (trx: Trx, event: WebhookEvent, guestId: string | null, id = newId(clock.now())) => {
      const { type, data } = event;
      const about = { recipient: data.email, kind: type, ...(guestId !== null && { guestId }) };
      return outbox.put(trx, webhookEvent, { id, payload: event, expiresAt: clock.now() + TRIED_FOR_MS, ...about });
    },

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

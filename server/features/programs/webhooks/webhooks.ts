import type { WebhookTarget } from '../../../../contract/programs/webhooks.rules.ts';
import { OutcomeEvent } from '../../../../contract/programs/webhooks.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import type { OutboxRow, Trx } from '../../../db/tables.ts';
import { afterCommit } from '../../../db/transact.ts';
import { defineJob } from '../../../delivery/job.ts';
import { HttpError, notFound } from '../../../errors.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { emailHash } from '../../log/activity/email-search.ts';
import { headTeller } from './audit-head.ts';
import { type Emit, eventEmitter, portalEvent, TRIED_FOR_MS } from './emit.ts';
import { emitForEntries } from './follow-entries.ts';
import { targetOf } from './presenter.ts';
import { findDelivery, queueAgain } from './queries.ts';
import { openTarget, type TargetDeps } from './targets.ts';

const LOOK_EVERY_MS = 60_000;

const outcomeEvent = defineJob('webhook', OutcomeEvent, (event) => JSON.stringify(event));

type Deps = TargetDeps & Pick<Core, 'transact' | 'rows'>;

export type Webhooks = Awaited<ReturnType<typeof openWebhooks>>;

export type SendOutcome = (trx: Trx, event: OutcomeEvent, guestId: string | null, id?: string) => Promise<void>;

const gone = () => new HttpError('delivery_gone', 'This delivery is no longer kept.');
const notAgain = () =>
  new HttpError('delivery_not_possible', 'It has been delivered, or is about to be. There is nothing to send again.');

export async function openWebhooks(deps: Deps) {
  const { transact, clock, keys, log } = deps;
  const outcome = await openTarget(deps, 'outcome', outcomeEvent);
  const events = await openTarget(deps, 'events', portalEvent);
  const opened = { outcome, events };
  const targets = [outcome, events].filter((target) => target !== null);

  const sendOutcome: SendOutcome | null =
    outcome &&
    ((trx, event, guestId, id = newId(clock.now())) => {
      const about = { recipient: event.data.email, kind: event.type, guestId: guestId ?? undefined, person: guestId };
      return outcome.put(trx, outcomeEvent, { id, payload: event, expiresAt: clock.now() + TRIED_FOR_MS, ...about });
    });

  const emit: Emit = events === null ? async () => {} : eventEmitter(deps, events.put);
  if (events !== null) emitForEntries(deps, emit);
  const tellHead = events && headTeller(deps, emit);

  const look = async () => {
    for (const target of targets) await target.tellOutage();
    await tellHead?.();
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error) => log.warn({ err: error }, 'webhooks not checked, trying again'));
  }, LOOK_EVERY_MS).unref();

  const wake = (target: WebhookTarget) => opened[target]?.wake();

  return {
    /** Null without OUTCOME_WEBHOOK_URL. */
    sendOutcome,
    emit,

    async sendAgain(id: string, actor: Caller): Promise<OutboxRow> {
      const now = clock.now();
      return transact(actor, async (trx) => {
        const row = await findDelivery(trx, id);
        if (row === undefined) throw gone();
        const target = targetOf(row);
        if (opened[target] === null) throw notFound();
        const queued = await queueAgain(trx, id, target, now, now + TRIED_FOR_MS);
        if (queued === undefined) throw notAgain();
        const isEvent = target === 'events';
        const what = isEvent ? { type: row.kind ?? '' } : { email: maskedEmail(row.recipient) };
        await recordActivity(trx, {
          ...actor,
          action: 'profile_update',
          details: { change: 'webhook resent', delivery: id, ...what },
          ...(!isEvent && { emailHash: emailHash(keys, row.recipient) }),
          at: now,
        });
        afterCommit(trx, () => wake(target));
        return queued;
      });
    },

    async work(): Promise<void> {
      for (const target of targets) await target.work();
    },
    look,

    async close(): Promise<void> {
      clearInterval(timer);
      await looking;
      await Promise.all(targets.map((target) => target.close()));
    },
  };
}

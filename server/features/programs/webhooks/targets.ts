import type { WebhookTarget } from '../../../../contract/programs/webhooks.rules.ts';
import { HOUR_MS } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Core } from '../../../core.ts';
import type { Job } from '../../../delivery/job.ts';
import { createOutbox } from '../../../delivery/outbox.ts';
import { RETRY_FOR_A_DAY } from '../../../delivery/retry-policy.ts';
import { webhookSender } from '../../../delivery/webhook-transport.ts';
import type { Notify } from '../../notifications/events.ts';
import { CHANNEL_OF, failingSince } from './queries.ts';

export interface TargetDeps
  extends Pick<Core, 'config' | 'db' | 'reader' | 'commit' | 'clock' | 'keys' | 'log' | 'severalProcesses'> {
  readonly notify: Notify;
}

export const targetIn = ({ outcome, events }: Config, target: WebhookTarget) =>
  target === 'outcome' ? outcome.webhook : events;

/** Limits how long a hanging target delays shutdown. */
const CLOSE_WITHIN_MS = 2_000;
const DOWN_FOR_MS = HOUR_MS;

/** Null unless the operator configured it (decision 51). Each target has its own outbox, so that one that hangs doesn't delay the other. */
export async function openTarget<Payload extends object>(
  deps: TargetDeps,
  target: WebhookTarget,
  job: Job<Payload, string>,
) {
  const { config, reader, clock, notify } = deps;
  const configured = targetIn(config, target);
  if (configured === null) return null;
  const transport = await webhookSender(configured, clock);
  const { host } = configured.url;
  const outbox = createOutbox({
    ...deps,
    channel: CHANNEL_OF[target],
    jobs: [job as Job<object, string>],
    send: (_recipient, body, id) => transport.send(body, id),
    retry: RETRY_FOR_A_DAY,
    onFailure: (_row, why) => notify({ kind: 'webhook-failure', target, host, why }),
  });
  await outbox.recover();

  let toldOf: number | null = null;
  return {
    put: outbox.put,
    wake: outbox.wake,
    work: outbox.work,

    async tellOutage(): Promise<void> {
      const since = await failingSince(reader, target);
      if (since === null || since > clock.now() - DOWN_FOR_MS || since === toldOf) return;
      toldOf = since;
      notify({ kind: 'webhook-down', target, host, since });
    },

    async close(): Promise<void> {
      // An interrupted delivery is sent again after the start, with the same id.
      const hurry = setTimeout(transport.close, CLOSE_WITHIN_MS).unref();
      await outbox.close();
      clearTimeout(hurry);
      transport.close();
    },
  };
}

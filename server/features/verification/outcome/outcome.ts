import { ABANDONED_AFTER_MINUTES } from '../../../../contract/programs/webhooks.rules.ts';
import { MINUTE_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import type { Trx } from '../../../db/tables.ts';
import type { SendOutcome } from '../../programs/webhooks/webhooks.ts';
import type { Gate, GatePass } from '../gate/gate.ts';
import type { Result } from '../verified/queries.ts';
import { abandonedEvent, completedEvent } from './events.ts';
import { markAbandoned } from './queries.ts';

const ABANDONED_AFTER_MS = ABANDONED_AFTER_MINUTES * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
const ABANDONED_AT_ONCE = 100;

type Deps = Pick<Core, 'transact' | 'clock' | 'log' | 'severalProcesses'> & { readonly gate: Pick<Gate, 'passOf'> };

export type Outcome = ReturnType<typeof openOutcome>;

export function openOutcome({ transact, clock, log, severalProcesses, gate }: Deps, send: SendOutcome) {
  /** At most one per code, so the email limits bound the number. */
  const tellAbandonedBatch = () =>
    transact('server', async (trx) => {
      const now = clock.now();
      const before = now - ABANDONED_AFTER_MS;
      const rows = await markAbandoned(trx, { before, now, most: ABANDONED_AT_ONCE, severalProcesses });
      for (const row of rows) {
        const id = newId(now);
        await send(trx, abandonedEvent(id, row, await gate.passOf(trx, row.guest_secret), now), row.public_id, id);
      }
      return rows.length;
    });

  let isClosed = false;
  const look = async () => {
    while (!isClosed && (await tellAbandonedBatch()) === ABANDONED_AT_ONCE);
  };

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error) => log.warn({ err: error }, 'abandoned verifications not reported, trying again'));
  }, LOOK_EVERY_MS).unref();

  return {
    completed: (trx: Trx, id: string, result: Result, pass: GatePass | null) =>
      send(trx, completedEvent(id, result, pass), result.publicId),

    look,

    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await looking;
    },
  };
}

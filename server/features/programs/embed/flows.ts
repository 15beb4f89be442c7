import { createHmac } from 'node:crypto';
import type { OpenedBy } from '../../../../contract/programs/embed.ts';
import { DAY_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { isSameSecret } from '../../../crypto/constant-time.ts';

const VALID_MS = DAY_MS;
const ID = /^[\w-]{16,64}$/;

/** A window that an allowed site opened in one browser. */
export interface Flow {
  readonly origin: string;
  readonly id: string;
  readonly openedAt: number;
  readonly signature: string;
}

export type Flows = ReturnType<typeof createFlows>;

/** The window keeps its flow, signed, so that opening many fills no table. */
export function createFlows({ config, keys, clock }: Pick<Core, 'config' | 'keys' | 'clock'>) {
  const { embedOrigins } = config.outcome;
  const key = keys.derive('embed-flow');
  const isAllowed = (origin: string) => embedOrigins.includes(origin);
  const signatureOf = (guestSecret: string, origin: string, id: string, openedAt: number) =>
    createHmac('sha256', key).update([guestSecret, origin, id, openedAt].join('\n')).digest('base64url');

  return {
    /** Trusts the Referer: a page can't forge it. Null if the operator doesn't allow the site. */
    begin(referer: string | undefined, id: string, guestSecret: string): OpenedBy | null {
      const origin = URL.parse(referer ?? '')?.origin ?? '';
      if (!ID.test(id) || !isAllowed(origin)) return null;
      const openedAt = clock.now();
      const signature = signatureOf(guestSecret, origin, id, openedAt);
      return { origin, id, flow: [Buffer.from(origin).toString('base64url'), id, openedAt, signature].join('.') };
    },

    read(flow: string, guestSecret: string): Flow | null {
      const [encoded = '', id = '', time = '', signature = ''] = flow.split('.');
      const origin = Buffer.from(encoded, 'base64url').toString();
      const openedAt = Number(time);
      if (!isSameSecret(signature, signatureOf(guestSecret, origin, id, openedAt))) return null;
      const isOver = clock.now() - openedAt >= VALID_MS;
      // The operator may have disallowed the site meanwhile.
      return isOver || !isAllowed(origin) ? null : { origin, id, openedAt, signature };
    },
  };
}

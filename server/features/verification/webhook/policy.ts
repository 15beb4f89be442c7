import type { OutboxRow } from '../../../db/tables.ts';

/** What was delivered has no contents any more; what waits is sent anyway. */
export const canSendAgain = ({ state, sealed }: Pick<OutboxRow, 'state' | 'sealed'>) =>
  (state === 'failed' || state === 'expired') && sealed !== null;

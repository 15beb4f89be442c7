import type { OutboxRow } from '../../../db/tables.ts';

/** A delivered one has no contents any more; a waiting one is sent anyway. */
export const canSendAgain = ({ state, sealed }: Pick<OutboxRow, 'state' | 'sealed'>) =>
  (state === 'failed' || state === 'expired') && sealed !== null;

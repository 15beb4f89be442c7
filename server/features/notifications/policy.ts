import type { NotificationRow } from '../../db/tables.ts';

/**
 * Read is read for all. What an admin did that the others are told of, one of the others has to see; where there is no
 * other, there is nobody to hide it from.
 */
export const mayMarkRead = (
  { caused_by }: Pick<NotificationRow, 'caused_by'>,
  reader: { readonly userId: string; readonly hasOthers: boolean },
) => caused_by !== reader.userId || !reader.hasOthers;

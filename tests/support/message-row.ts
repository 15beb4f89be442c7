import type { MessageRow } from '../../server/db/tables.ts';

/** A message written straight to the database: it waits for every guest at an address. */
export const messageRow = (
  message: Pick<MessageRow, 'id' | 'guest_ip' | 'kind' | 'created_at'> & Partial<MessageRow>,
): MessageRow => ({
  guest_id: null,
  prompt: null,
  text: null,
  target: null,
  reason: null,
  is_persistent: 0,
  sender_id: null,
  sender_name: null,
  is_waiting: 1,
  delivered_at: null,
  seen_at: null,
  declined_at: null,
  withdrawn_at: null,
  withdrawn_why: null,
  receipt_of: null,
  language: null,
  ...message,
});

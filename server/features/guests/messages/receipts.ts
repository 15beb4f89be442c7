import type { MessageState } from '../../../../contract/guests/messages.rules.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import type { Core } from '../../../core.ts';
import type { MessageRow, Trx } from '../../../db/tables.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { findMessage, insertReceipt, mark } from './queries.ts';
import { type Recipient, targetOf } from './recipients.ts';

type ReceiptDeps = Pick<Core, 'clock' | 'rows'>;

/** The first page to ask uses it up. */
export const isForOnce = ({ kind, is_persistent }: MessageRow) => kind !== 'prompt' && is_persistent === 0;

const receiptId = (message: MessageRow, recipient: Recipient) => `${message.id}.${targetOf(recipient)}`;

/** Logged once for each browser. False: the guest has chosen to stay. */
export async function recordDelivery(
  trx: Trx,
  { clock, rows }: ReceiptDeps,
  message: MessageRow,
  recipient: Recipient,
): Promise<boolean> {
  const at = clock.now();
  const isFirst = message.delivered_at === null && (await mark(trx, message.id, 'delivered_at', at));
  if (message.guest_id !== null) {
    if (isFirst) await logReceipt(trx, message, 'delivered', recipient, at);
    return message.declined_at === null;
  }
  const id = receiptId(message, recipient);
  const known = await findMessage(trx, id);
  if (known !== undefined) return known.declined_at === null;
  // Strangers can come from an address as many browsers.
  if (!isForOnce(message) && rows.take(recipient.ipAddress, 'step') > 0) return true;
  const { guestId, ipAddress } = recipient;
  const whose = { guest_id: guestId, guest_ip: ipAddress, receipt_of: message.id };
  const receipt = { ...message, ...whose, id, is_waiting: 0, created_at: at, delivered_at: at };
  if (await insertReceipt(trx, receipt)) await logReceipt(trx, receipt, 'delivered', recipient, at);
  return true;
}

export async function recordSeen(
  trx: Trx,
  { clock, rows }: ReceiptDeps,
  message: MessageRow,
  recipient: Recipient,
): Promise<void> {
  const at = clock.now();
  if (message.guest_id === null) {
    if (rows.take(recipient.ipAddress, 'step') > 0) return;
    await mark(trx, receiptId(message, recipient), 'seen_at', at);
  } else await mark(trx, message.id, 'seen_at', at);
  await logReceipt(trx, message, 'seen', recipient, at);
}

interface Reader {
  readonly guestId: string | null;
  visitor(): Visitor;
}

/** The log says what each guest was shown. */
export async function logReceipt(
  trx: Trx,
  message: MessageRow,
  state: Exclude<MessageState, 'sent' | 'withdrawn'>,
  { guestId, ...reader }: Reader,
  at: number,
): Promise<void> {
  const { kind, prompt, text, target, sender_name } = message;
  const visitor = reader.visitor();
  const content = {
    ...(kind === 'prompt' && { ...(prompt !== null && { prompt }), text: text ?? '' }),
    ...(kind === 'exit' && { address: target ?? '', message: text ?? '' }),
    ...(kind !== 'prompt' && sender_name !== null && { by: sender_name }),
  };
  await recordActivity(trx, {
    userId: guestUserId(visitor.ipAddress),
    action: 'redirect',
    ...(kind === 'redirect' && target !== null && { page: target }),
    visitor,
    details: { messageId: message.receipt_of ?? message.id, kind, state, ...content },
    at,
    guestId: guestId ?? undefined,
  });
}

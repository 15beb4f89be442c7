import type { MessageState } from '../../../../contract/guests/messages.rules.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import type { Core } from '../../../core.ts';
import type { MessageRow, Trx } from '../../../db/tables.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { findMessage, insertReceipt, keepShown, mark } from './queries.ts';
import { type Recipient, targetOf } from './recipients.ts';

type ReceiptDeps = Pick<Core, 'clock' | 'rows'>;

/** True if the first delivery ends the message. */
export const isForOnce = ({ kind, is_persistent }: MessageRow) => kind !== 'prompt' && is_persistent === 0;

const receiptId = (message: MessageRow, recipient: Recipient) => `${message.id}.${targetOf(recipient)}`;

const isOther = (kept: MessageRow, shown: MessageRow) => kept.text !== shown.text || kept.language !== shown.language;

/** Logs once per browser and text. Returns what to show, or null if the guest chose to stay. */
export async function recordDelivery(
  trx: Trx,
  { clock, rows }: ReceiptDeps,
  message: MessageRow,
  shown: MessageRow,
  recipient: Recipient,
): Promise<MessageRow | null> {
  const at = clock.now();
  const isFirst = message.delivered_at === null && (await mark(trx, message.id, 'delivered_at', at));
  // One address can send many browsers, or one browser many languages.
  const isTooMuch = () => rows.take(recipient.ipAddress, 'step') > 0;
  const again = async (kept: MessageRow): Promise<MessageRow | null> => {
    if (kept.declined_at !== null) return null;
    if (!isOther(kept, shown)) return shown;
    // Without a new log entry, the guest must read the text that the log has.
    if (isTooMuch()) return kept.kind === 'prompt' ? { ...shown, text: kept.text, language: kept.language } : shown;
    await keepShown(trx, kept.id, shown);
    await logReceipt(trx, shown, 'delivered', recipient, at);
    return shown;
  };
  if (message.guest_id !== null) {
    if (!isFirst) return again(message);
    if (isOther(message, shown)) await keepShown(trx, message.id, shown);
    await logReceipt(trx, shown, 'delivered', recipient, at);
    return shown;
  }
  const id = receiptId(message, recipient);
  const known = await findMessage(trx, id);
  if (known !== undefined) return again(known);
  if (!isForOnce(message) && isTooMuch()) return shown;
  const { guestId, ipAddress } = recipient;
  const whose = { guest_id: guestId, guest_ip: ipAddress, receipt_of: message.id };
  const receipt = { ...shown, ...whose, id, is_waiting: 0, created_at: at, delivered_at: at };
  if (await insertReceipt(trx, receipt)) await logReceipt(trx, receipt, 'delivered', recipient, at);
  return shown;
}

export async function recordSeen(
  trx: Trx,
  { clock, rows }: ReceiptDeps,
  message: MessageRow,
  recipient: Recipient,
  asRead: (message: MessageRow) => MessageRow,
): Promise<void> {
  const at = clock.now();
  const see = async (kept: MessageRow) => {
    const read = asRead(kept);
    await mark(trx, kept.id, 'seen_at', at);
    if (isOther(kept, read)) await keepShown(trx, kept.id, read);
    await logReceipt(trx, read, 'seen', recipient, at);
  };
  if (message.guest_id !== null) return see(message);
  if (rows.take(recipient.ipAddress, 'step') > 0) return;
  const receipt = await findMessage(trx, receiptId(message, recipient));
  if (receipt !== undefined) return see(receipt);
  await logReceipt(trx, asRead(message), 'seen', recipient, at);
}

/** English is omitted, as in entries of older versions. */
export const inLanguage = (language: string | null) => (language === null || language === 'en' ? {} : { language });

interface Reader {
  readonly guestId: string | null;
  visitor(): Visitor;
}

export async function logReceipt(
  trx: Trx,
  message: MessageRow,
  state: Exclude<MessageState, 'sent' | 'withdrawn'>,
  { guestId, ...reader }: Reader,
  at: number,
): Promise<void> {
  const { kind, prompt, text, language, target, sender_name } = message;
  const visitor = reader.visitor();
  const content = {
    ...(kind === 'prompt' && { ...(prompt !== null && { prompt }), text: text ?? '' }),
    ...(kind === 'exit' && { address: target ?? '', message: text ?? '' }),
    ...inLanguage(language),
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

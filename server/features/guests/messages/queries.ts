import { isIP } from 'node:net';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { PromptKind } from '../../../../contract/guests/messages.rules.ts';
import { deleteOldest, isPostgres } from '../../../db/queries.ts';
import type { Db, MessageRow, Trx, WithdrawnWhy } from '../../../db/tables.ts';
import type { TimeCursor } from '../../../http/cursor.ts';
import type { Addressee } from './recipients.ts';

const messages = (db: Db | Trx) => db.selectFrom('guest_messages').selectAll();

/** `target` is a browser's public id or an IP address. */
const isFor = (target: string) =>
  isIP(target) === 0 ? sql<boolean>`guest_id = ${target}` : sql<boolean>`guest_ip = ${target} and guest_id is null`;

export function waitingMessages(db: Db | Trx, target?: string): Promise<MessageRow[]> {
  const waiting = messages(db).where('is_waiting', '=', 1).orderBy('created_at').orderBy('id');
  return (target === undefined ? waiting : waiting.where(isFor(target))).execute();
}

/** Leaves out receipts: guests can create any number of those. */
const sentToBrowsers = (db: Db | Trx, since: number) =>
  messages(db)
    .where('guest_id', 'is not', null)
    .where('receipt_of', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

export const messagesSince = (db: Db, since: number, most: number): Promise<MessageRow[]> =>
  sentToBrowsers(db, since).limit(most).execute();

export const lastMessageOf = (db: Db | Trx, guestId: string, since: number): Promise<MessageRow | undefined> =>
  sentToBrowsers(db, since).where('guest_id', '=', guestId).limit(1).executeTakeFirst();

export const messagesOf = (db: Db, guestId: string, most: number): Promise<MessageRow[]> =>
  messages(db)
    .where('guest_id', '=', guestId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

export const findMessage = (trx: Trx, id: string): Promise<MessageRow | undefined> =>
  messages(trx).where('id', '=', id).executeTakeFirst();

export function waitingRedirectsAfter(db: Db, after: TimeCursor | null, limit: number): Promise<MessageRow[]> {
  const rows = messages(db)
    .where('is_waiting', '=', 1)
    .where('kind', 'in', ['redirect', 'exit'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === null) return rows.execute();
  return rows.where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`).execute();
}

export async function verifiedAt(trx: Trx, guestId: string | null): Promise<number | null> {
  const verification = await trx
    .selectFrom('guest_verifications')
    .select('verified_at')
    .where('public_id', '=', guestId)
    .executeTakeFirst();
  return verification?.verified_at ?? null;
}

export async function keepShown(
  trx: Trx,
  id: string,
  { text, language }: Pick<MessageRow, 'text' | 'language'>,
): Promise<void> {
  await trx.updateTable('guest_messages').set({ text, language }).where('id', '=', id).execute();
}

export const lastExitOf = (trx: Trx, guestId: string, since: number): Promise<MessageRow | undefined> =>
  messages(trx)
    .where('guest_id', '=', guestId)
    .where('kind', '=', 'exit')
    .where('delivered_at', '>', since)
    .orderBy('delivered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertMessage(trx: Trx, message: MessageRow): Promise<void> {
  await trx.insertInto('guest_messages').values(message).execute();
}

/** False if this browser already has its receipt. */
export async function insertReceipt(trx: Trx, receipt: MessageRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('guest_messages')
    .values(receipt)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** True for only one of several processes. */
export async function stopWaiting(trx: Trx, id: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('guest_messages')
    .set({ is_waiting: 0 })
    .where('id', '=', id)
    .where('is_waiting', '=', 1)
    .returning('id')
    .execute();
  return stopped.length === 1;
}

/** True for only one of several processes. */
export async function mark(
  trx: Trx,
  id: string,
  when: 'delivered_at' | 'seen_at' | 'declined_at',
  at: number,
): Promise<boolean> {
  const marked = await trx
    .updateTable('guest_messages')
    .set({ [when]: at })
    .where('id', '=', id)
    .where(when, 'is', null)
    // Only a delivered message can be seen or declined, and only once.
    .$if(when !== 'delivered_at', (query) => query.where('delivered_at', 'is not', null))
    .$if(when !== 'delivered_at', (query) => query.where('seen_at', 'is', null).where('declined_at', 'is', null))
    .returning('id')
    .execute();
  return marked.length === 1;
}

const withdraw = (trx: Trx, why: WithdrawnWhy, at: number, which: Expression<SqlBool>): Promise<MessageRow[]> =>
  trx
    .updateTable('guest_messages')
    .set({ is_waiting: 0, withdrawn_at: at, withdrawn_why: why })
    .where('is_waiting', '=', 1)
    .where(which)
    .returningAll()
    .execute();

const REDIRECTS = sql`('redirect', 'exit')`;

export const withdrawReplaced = (trx: Trx, { kind }: Pick<MessageRow, 'kind'>, target: string, at: number) =>
  withdraw(
    trx,
    'replaced',
    at,
    sql<boolean>`${isFor(target)} and ${kind === 'prompt' ? sql`kind = 'prompt'` : sql`kind in ${REDIRECTS}`}`,
  );

/** Persistent messages to the address stay, because they are for other browsers too. */
export const withdrawForBrowser = (trx: Trx, { guestId, ipAddress }: Addressee, at: number) =>
  withdraw(
    trx,
    'halted',
    at,
    sql<boolean>`(guest_id = ${guestId} or (guest_ip = ${ipAddress} and guest_id is null and is_persistent = 0))`,
  );

/** Resends whose email still waits; it is not sent. */
export async function withdrawUnsentResends(trx: Trx, guestId: string | null, at: number): Promise<MessageRow[]> {
  const gone = await trx
    .updateTable('guest_messages')
    .set({ withdrawn_at: at, withdrawn_why: 'halted' })
    .where('guest_id', '=', guestId)
    .where('kind', '=', 'resend')
    .where('delivered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .execute();
  if (gone.length === 0) return gone;
  const waiting = trx
    .selectFrom('outbox')
    .select('id')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .where('state', 'in', ['queued', 'sending']);
  // A resend that holds the row waits for this browser's lock.
  const free = isPostgres(trx) ? waiting.forUpdate().skipLocked() : waiting;
  await trx.updateTable('outbox').set({ expires_at: at, error: null }).where('id', 'in', free).execute();
  return gone;
}

export const withdrawRedirect = (trx: Trx, id: string, at: number) =>
  withdraw(trx, 'removed', at, sql<boolean>`id = ${id} and kind in ${REDIRECTS}`);

export const withdrawPrompts = (trx: Trx, prompts: readonly PromptKind[], at: number) =>
  withdraw(trx, 'settings', at, sql<boolean>`kind = 'prompt' and prompt in (${sql.join(prompts)})`);

export const withdrawPrompt = (trx: Trx, id: string, at: number) =>
  withdraw(trx, 'outdated', at, sql<boolean>`id = ${id} and kind = 'prompt'`);

export const withdrawExits = (trx: Trx, at: number, which: Expression<SqlBool> = sql<boolean>`1 = 1`) =>
  withdraw(trx, 'settings', at, sql<boolean>`kind = 'exit' and ${which}`);

export const withdrawExitsOtherThan = (trx: Trx, exitUrl: string, at: number) =>
  withdrawExits(trx, at, sql<boolean>`target <> ${exitUrl}`);

export const lastResendOf = (db: Db | Trx, guestId: string): Promise<MessageRow | undefined> =>
  messages(db)
    .where('guest_id', '=', guestId)
    .where('kind', '=', 'resend')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Also withdraws the reply which says that a new code was sent. */
export async function withdrawResend(trx: Trx, { id, guest_id }: MessageRow, at: number): Promise<void> {
  await trx
    .updateTable('guest_messages')
    .set({ withdrawn_at: at, withdrawn_why: 'mail' })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .execute();
  await withdraw(trx, 'mail', at, sql<boolean>`guest_id = ${guest_id} and prompt = 'new-code'`);
}

export const deleteOldMessages = (db: Db, before: number, most: number): Promise<string[]> => {
  const where = sql<boolean>`(is_waiting = 0 or is_persistent = 0)`;
  return deleteOldest(db, { table: 'guest_messages', key: 'id', time: 'created_at', before, where }, most);
};

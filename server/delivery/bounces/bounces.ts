import { isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { OutboxRow } from '../../db/tables.ts';
import { accountOf, describeMailboxError, type MailboxVisit, VISIT_MS, visitMailbox } from './imap-mailbox.ts';
import { findReturned, lastRead, leaseMailbox, markBounced, releaseMailbox, setLastRead } from './queries.ts';
import { type DeliveryReport, parseDeliveryStatus } from './report.ts';
import type { ReturnAddresses } from './return-address.ts';

const LOOK_EVERY_MS = 1_000;
const READ_EVERY_MS = 30_000;
const PAUSE_MAX_MS = 10 * 60_000;
const MESSAGES_AT_ONCE = 100;
/** Stops well before the visit's timeout, which would blame a message. */
const READ_FOR_MS = VISIT_MS / 2;
const SOON_MS = 1_000;
const TRIES = 3;
const VISITS_MAX = 8;
const WAITING_MAX = 50;

/** Only foreign and unreadable messages stay in the mailbox. */
const KINDS = ['bounced', 'known', 'delayed', 'unknown', 'forged', 'no_report', 'foreign', 'unreadable'] as const;
type Kind = (typeof KINDS)[number];
const STAYS: ReadonlySet<Kind> = new Set(['foreign', 'unreadable']);

interface BouncesDeps extends Pick<Core, 'db' | 'reader' | 'clock' | 'log' | 'severalProcesses'> {
  readonly url: string;
  readonly addresses: ReturnAddresses;
  onGuestState(guestId: string): void;
  onFailure(row: OutboxRow, error: string): void;
}

export type Bounces = ReturnType<typeof createBounces>;

/** Fetches only the status part (RFC 3464): the returned email may hold a code (decision 49). */
export function createBounces(deps: BouncesDeps) {
  const { db, reader, clock, log, addresses } = deps;
  const account = accountOf(deps.url);
  const closing = new AbortController();
  const counts = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]));
  /** The first UID that wasn't read yet, valid for this UIDVALIDITY. */
  let position = { validity: '', from: 1 };
  let waiting: number[] = [];
  const failures = new Map<number, number>();
  /** The message to blame if the visit fails. */
  let lookingAt: number | null = null;
  let dueAt = Number.NEGATIVE_INFINITY;
  let pauseMs = READ_EVERY_MS;
  let trouble: { readonly why: string; readonly at: number } | null = null;
  let reading: Promise<void> | null = null;

  /** Null while the email is still being sent. */
  const mark = async (id: string, { why }: DeliveryReport): Promise<Kind | null> => {
    const mail = await findReturned(db, id);
    if (mail === undefined) return 'unknown';
    if (mail.bounced_at !== null || mail.state === 'failed' || mail.state === 'expired') return 'known';
    const row = mail.state === 'sending' ? undefined : await markBounced(db, id, why, clock.now());
    if (row === undefined) return null;
    log.warn({ delivery: id, why }, 'email bounced');
    if (row.guest_id !== null) deps.onGuestState(row.guest_id);
    deps.onFailure(row, why);
    return 'bounced';
  };

  const count = (kind: Kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isGivenUp = (uid: number) => (failures.get(uid) ?? 0) >= TRIES;

  /** Some servers hang up at a message they can't parse, so give up on it after a few tries. */
  const blame = (): boolean => {
    const uid = lookingAt;
    lookingAt = null;
    if (uid === null) return false;
    failures.set(uid, (failures.get(uid) ?? 0) + 1);
    if (isGivenUp(uid)) {
      count('unreadable');
      log.warn('a message in the bounce mailbox is unreadable, and stays there');
    }
    return true;
  };

  const fetchReport = async (
    visit: MailboxVisit,
    uid: number,
  ): Promise<Kind | { id: string; report: DeliveryReport }> => {
    const recipients = await visit.recipients(uid);
    const found = recipients === null ? null : addresses.find(recipients);
    if (found === null) return 'foreign';
    if (found === 'forged') return 'forged';
    const text = await visit.deliveryStatus(uid);
    const report = text === null ? null : parseDeliveryStatus(text);
    if (report === null) return 'no_report';
    return report.failed ? { id: found.id, report } : 'delayed';
  };

  const readOne = async (visit: MailboxVisit, uid: number): Promise<Kind | null> => {
    lookingAt = uid;
    const read = await fetchReport(visit, uid).catch((error) => {
      if (!visit.isOpen()) throw error;
      blame();
      return null;
    });
    lookingAt = null;
    return read !== null && typeof read === 'object' ? mark(read.id, read.report) : read;
  };

  const beginAnew = (validity: string) => {
    position = { validity, from: 1 };
    waiting = [];
    failures.clear();
  };

  const readSome = async (visit: MailboxVisit): Promise<boolean> => {
    if (position.validity !== visit.validity) beginAnew(visit.validity);
    const fresh = (await visit.messagesFrom(position.from)).filter((uid) => !isGivenUp(uid));
    const batch: number[] = [];
    const late = performance.now() + READ_FOR_MS;
    const read: Partial<Record<Kind, number>> = {};
    const done: number[] = [];
    const again: number[] = [];
    for (const uid of [...waiting, ...fresh].slice(0, MESSAGES_AT_ONCE)) {
      if (performance.now() > late) break;
      batch.push(uid);
      const kind = await readOne(visit, uid);
      if (kind === null) {
        again.push(uid);
        continue;
      }
      read[kind] = (read[kind] ?? 0) + 1;
      count(kind);
      if (!STAYS.has(kind)) done.push(uid);
    }
    await visit.remove(done);
    position.from = Math.max(position.from, ...batch.map((uid) => uid + 1));
    waiting = [...waiting.filter((uid) => !batch.includes(uid)), ...again]
      .filter((uid) => !isGivenUp(uid))
      .slice(0, WAITING_MAX);
    for (const uid of failures.keys()) if (uid < position.from && !waiting.includes(uid)) failures.delete(uid);
    if (Object.keys(read).length > 0) log.info({ read }, 'bounces read');
    return fresh.length > batch.length;
  };

  const goesWell = (more: boolean) => {
    if (trouble !== null) log.info('the bounce mailbox can be read again');
    trouble = null;
    pauseMs = READ_EVERY_MS;
    dueAt = clock.now() + (more ? SOON_MS : READ_EVERY_MS);
  };

  const goesWrong = (error: unknown) => {
    const why = describeMailboxError(error, account);
    if (why !== trouble?.why) log.warn({ why }, 'the bounce mailbox cannot be read, trying again later');
    trouble = { why, at: clock.now() };
    dueAt = clock.now() + pauseMs;
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
  };

  const visitPatiently = async (): Promise<boolean> => {
    for (let times = 1; ; times += 1) {
      try {
        return await visitMailbox(account, closing.signal, readSome);
      } catch (error) {
        if (!blame() || times >= VISITS_MAX || closing.signal.aborted) throw error;
      }
    }
  };

  const visit = async () => {
    dueAt = clock.now() + READ_EVERY_MS;
    if (!(await leaseMailbox(deps, VISIT_MS))) return;
    try {
      const more = await visitPatiently();
      await setLastRead(db, clock.now());
      goesWell(more);
    } catch (error) {
      if (!closing.signal.aborted) goesWrong(error);
    } finally {
      await releaseMailbox(deps);
    }
  };

  const read = (): Promise<void> => {
    reading ??= visit()
      .catch((error) => log.warn({ err: error }, 'bounces not looked for, trying again'))
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const timer = setInterval(() => {
    const now = clock.now();
    if (dueAt <= now || isLongAgo(dueAt, 2 * PAUSE_MAX_MS, now)) void read();
  }, LOOK_EVERY_MS).unref();

  return {
    read,
    counts: (): ReadonlyMap<string, number> => counts,
    async health(): Promise<{ lastReadAt: number | null; trouble: string | null }> {
      const lastReadAt = await lastRead(reader);
      return { lastReadAt, trouble: trouble !== null && trouble.at >= (lastReadAt ?? 0) ? trouble.why : null };
    },
    async close(): Promise<void> {
      clearInterval(timer);
      closing.abort();
      await reading;
    },
  };
}

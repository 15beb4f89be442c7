import { isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { OutboxRow } from '../../db/tables.ts';
import { withoutAddress, withoutSecrets } from '../outbox.ts';
import { accountOf, type MailboxVisit, mailboxTrouble, VISIT_MS, visitMailbox } from './imap-mailbox.ts';
import { claimMailbox, findReturned, lastRead, markBounced, releaseMailbox, setLastRead } from './queries.ts';
import { type DeliveryReport, parseDeliveryStatus } from './report.ts';
import type { ReturnAddresses } from './return-address.ts';

const LOOK_EVERY_MS = 1_000;
const READ_EVERY_MS = 30_000;
/** A server that is away, or does not let us in, is asked less and less often. */
const PAUSE_MAX_MS = 10 * 60_000;
/** Where more wait, the next visit follows soon. */
const MESSAGES_AT_ONCE = 100;
const SOON_MS = 1_000;
/** So often a message is looked at that cannot be read; then it is left where it is. */
const TRIES = 3;
/** Of messages that are to be looked at again. */
const WAITING_MAX = 500;

/** What the messages were. Those of others, and those that nobody can read, are the only ones that stay in the mailbox. */
const KINDS = ['bounced', 'known', 'delayed', 'unknown', 'forged', 'no_report', 'foreign', 'unreadable'] as const;
type Kind = (typeof KINDS)[number];
const STAYS: ReadonlySet<Kind> = new Set(['foreign', 'unreadable']);

interface BouncesDeps extends Pick<Core, 'db' | 'reader' | 'clock' | 'log' | 'severalProcesses'> {
  readonly url: string;
  readonly addresses: ReturnAddresses;
  /** Told after a row that belongs to a guest got another state. */
  onGuestState(guestId: string): void;
  /** Told when a mail came back. */
  onFailure(row: OutboxRow, error: string): void;
}

export type Bounces = ReturnType<typeof createBounces>;

/**
 * Reads what mail servers report later of mails that they had taken. Only the part of a report that programs read is
 * fetched: the mail that comes back with it may hold a code.
 */
export function createBounces(deps: BouncesDeps) {
  const { db, reader, clock, log, addresses } = deps;
  const account = accountOf(deps.url);
  const closing = new AbortController();
  const counts = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]));
  /** Everything before it has been looked at, as long as the mailbox has this validity. */
  let position = { validity: '', from: 1 };
  /** Those before it that are to be looked at again, and how often one could not be read. */
  let waiting = new Set<number>();
  let failures = new Map<number, number>();
  let dueAt = Number.NEGATIVE_INFINITY;
  let pauseMs = READ_EVERY_MS;
  let trouble: string | null = null;
  let reading: Promise<void> | null = null;

  /** Null while the mail is being sent, and is written to by whoever sends it: it is looked at again. */
  const mark = async (id: string, { why }: DeliveryReport): Promise<Kind | null> => {
    const mail = await findReturned(db, id);
    if (mail === undefined) return 'unknown';
    if (mail.bounced_at !== null || mail.state === 'failed' || mail.state === 'expired') return 'known';
    const error = withoutSecrets(withoutAddress(why, mail.recipient));
    const row = mail.state === 'sending' ? undefined : await markBounced(db, id, error, clock.now());
    if (row === undefined) return null;
    log.warn({ delivery: id, why: error }, 'mail came back');
    if (row.guest_id !== null) deps.onGuestState(row.guest_id);
    deps.onFailure(row, error);
    return 'bounced';
  };

  const readOne = async (visit: MailboxVisit, uid: number, recipients: string | undefined): Promise<Kind | null> => {
    const found = recipients === undefined ? null : addresses.find(recipients);
    if (found === null) return 'foreign';
    if (found === 'forged') return 'forged';
    const failed = failures.get(uid) ?? 0;
    if (failed >= TRIES) return 'unreadable';
    // Before it is read: it may be what ends the connection.
    failures.set(uid, failed + 1);
    const text = await visit.deliveryStatus(uid).catch((error) => {
      if (!visit.isOpen()) throw error;
      return undefined;
    });
    if (text === undefined) return null;
    failures.delete(uid);
    const report = text === null ? null : parseDeliveryStatus(text);
    if (report === null) return 'no_report';
    return report.failed ? mark(found.id, report) : 'delayed';
  };

  /** Answers whether more wait. */
  const readSome = async (visit: MailboxVisit): Promise<boolean> => {
    if (position.validity !== visit.validity) {
      position = { validity: visit.validity, from: 1 };
      waiting = new Set();
      failures = new Map();
    }
    const fresh = await visit.messagesFrom(position.from);
    const batch = [...waiting, ...fresh.slice(0, MESSAGES_AT_ONCE)];
    const messages = new Map((await visit.look(batch)).map(({ uid, recipients }) => [uid, recipients]));
    const read: Partial<Record<Kind, number>> = {};
    const done: number[] = [];
    const later = new Set<number>();
    for (const uid of batch) {
      const kind = await readOne(visit, uid, messages.get(uid));
      if (kind === null) {
        if (later.size < WAITING_MAX) later.add(uid);
        continue;
      }
      read[kind] = (read[kind] ?? 0) + 1;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (!STAYS.has(kind)) done.push(uid);
    }
    await visit.remove(done);
    position.from = Math.max(position.from, ...batch.map((uid) => uid + 1));
    waiting = later;
    if (batch.length > later.size) log.info({ read }, 'mailbox of mails that came back read');
    return fresh.length > MESSAGES_AT_ONCE;
  };

  const goesWell = (more: boolean) => {
    if (trouble !== null) log.info('mailbox of mails that came back can be read again');
    trouble = null;
    pauseMs = READ_EVERY_MS;
    dueAt = clock.now() + (more ? SOON_MS : READ_EVERY_MS);
  };

  /** Said once: what is wrong stays wrong until somebody sees to it. */
  const goesWrong = (error: unknown) => {
    const why = mailboxTrouble(error, account);
    if (why !== trouble) log.warn({ why }, 'mailbox of mails that came back cannot be read, trying again later');
    trouble = why;
    dueAt = clock.now() + pauseMs;
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
  };

  const visit = async () => {
    dueAt = clock.now() + READ_EVERY_MS;
    if (!(await claimMailbox(deps, VISIT_MS))) return;
    try {
      const more = await visitMailbox(account, closing.signal, readSome);
      await setLastRead(db, clock.now());
      goesWell(more);
    } catch (error) {
      if (!closing.signal.aborted) goesWrong(error);
    } finally {
      await releaseMailbox(deps);
    }
  };

  /** One visit at a time. Tests call it; the process does by itself. */
  const read = (): Promise<void> => {
    reading ??= visit()
      .catch((error) => log.warn({ err: error }, 'mailbox of mails that came back not claimed, trying again'))
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const timer = setInterval(() => {
    const now = clock.now();
    // Due, or put off before the clock was set back.
    if (dueAt <= now || isLongAgo(dueAt, 2 * PAUSE_MAX_MS, now)) void read();
  }, LOOK_EVERY_MS).unref();

  return {
    read,
    /** How many messages there were of each kind since the start. */
    counts: (): ReadonlyMap<string, number> => counts,
    /** When any process has last read the mailbox, and why this one could not, if it was its turn. */
    health: async () => ({ lastReadAt: await lastRead(reader), trouble }),
    async close(): Promise<void> {
      clearInterval(timer);
      closing.abort();
      await reading;
    },
  };
}

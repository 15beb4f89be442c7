import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { onStaffEntry } from '../../../db/audit-chain/entry-macs.ts';
import { beginChain, type Head, headText, linkBatch } from '../../../db/audit-chain/links.ts';
import { describeFinding, type Report, verifyChain } from '../../../db/audit-chain/verify.ts';

const SOON_MS = 100;
/** Retry soon while an entry may not be committed yet. */
const AGAIN_MS = 1_000;
const MAY_COMMIT_MS = 10_000;
/** Looks for entries of killed processes or commands. */
const LOOK_MS = 5_000;
const TELL_HEAD_MS = HOUR_MS;
/** `npm run audit -- verify` checks all. */
const CHECKED_LINKS = 1_000;

type ChainerDeps = Pick<Core, 'db' | 'reader' | 'keys' | 'clock' | 'log'>;

/** Links entries after the commit: inside their transactions, all changes by staff would wait for each other. */
export class AuditChainer {
  readonly #deps: ChainerDeps;
  #timer: NodeJS.Timeout | null = null;
  #timerAt = 0;
  #boundAt = 0;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;
  #head: Head | null = null;
  #told: { readonly head: string; readonly at: number } | null = null;
  #cutFrom: Head | null = null;

  constructor(deps: ChainerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { db, keys, clock } = this.#deps;
    await beginChain(db, keys, clock.now());
    onStaffEntry(db, () => {
      this.#boundAt = performance.now();
      this.#lookIn(SOON_MS);
    });
    this.#lookIn(0);
  }

  link(): Promise<void> {
    const next = this.#running.then(() => this.#linkAll());
    this.#running = next.catch(() => {});
    return next;
  }

  async check(): Promise<Report> {
    const { reader, keys, clock, log } = this.#deps;
    const look = () => verifyChain(reader, keys, clock.now(), { newest: CHECKED_LINKS });
    let report = await look();
    // Look again: retention or an erasure may have run between two queries.
    if (report.findings.length > 0) report = await look();
    if (this.#cutFrom !== null) {
      const { position } = this.#cutFrom;
      const cut = { wrong: 'cut', position, sentence: 'the end of the chain was cut off' } as const;
      report = { ...report, findings: [cut, ...report.findings] };
    }
    if (report.findings.length > 0)
      log.error({ findings: report.findings.map(describeFinding) }, 'audit: the trail is not intact');
    return report;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    onStaffEntry(this.#deps.db, () => {});
    await this.link().catch((error) => this.#deps.log.warn({ err: error }, 'audit: linking failed'));
    this.#tellHead(true);
  }

  async #linkAll(): Promise<void> {
    const { db, keys, clock, log } = this.#deps;
    for (;;) {
      const batch = await linkBatch(db, keys, clock.now(), this.#head);
      if (batch === null) {
        log.error('audit: the chain is gone from the database');
        return;
      }
      const { head, follows, refused, more } = batch;
      if (refused.length > 0) log.error({ entries: refused }, 'audit: entries that this portal did not write');
      if (this.#head !== null && !follows) {
        this.#cutFrom ??= this.#head;
        log.error({ head: headText(head), was: headText(this.#head) }, 'audit: the end of the chain was cut off');
      }
      this.#head = head;
      if (!more) break;
      // After a restore, years of entries may wait.
      await setImmediate();
    }
    this.#tellHead(false);
  }

  #tellHead(isLast: boolean): void {
    const { clock, log } = this.#deps;
    if (this.#head === null || this.#head.position === 0) return;
    const head = headText(this.#head);
    if (head === this.#told?.head) return;
    if (!isLast && this.#told !== null && clock.now() - this.#told.at < TELL_HEAD_MS) return;
    this.#told = { head, at: clock.now() };
    log.info({ head }, 'audit head');
  }

  #lookIn(ms: number): void {
    if (this.#isClosed) return;
    const at = performance.now() + ms;
    if (this.#timer !== null) {
      if (this.#timerAt <= at) return;
      clearTimeout(this.#timer);
    }
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#look(), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#timer = null;
    try {
      await this.link();
    } catch (error) {
      if (!this.#isClosed) this.#deps.log.warn({ err: error }, 'audit: linking failed, trying again');
    }
    this.#lookIn(performance.now() - this.#boundAt < MAY_COMMIT_MS ? AGAIN_MS : LOOK_MS);
  }
}

import { SHOWN_HOURS } from '../../../../contract/users/bulk.rules.ts';
import type { BulkJobInput } from '../../../../contract/users/bulk.ts';
import type { Role } from '../../../../contract/users/users.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import { HOUR_MS, isLongAgo } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import { searchedText } from '../../../db/queries.ts';
import type { BulkJobRow } from '../../../db/tables.ts';
import type { NoticeDeps } from '../../../delivery/notices/notices.ts';
import { HttpError } from '../../../errors.ts';
import { Replica } from '../../../live/replica.ts';
import type { Sockets } from '../../../live/sockets.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { inTurn } from '../changes.ts';
import { assertMayGive } from '../policy.ts';
import { countMatching } from './matching-users.ts';
import { whyNotStart } from './policy.ts';
import { allJobs, deleteJobs, endJob, findJob, insertJob, lastUserId } from './queries.ts';
import { bulkWorker, recordEnd } from './worker.ts';

interface BulkJobsDeps
  extends NoticeDeps,
    Pick<Core, 'db' | 'transact' | 'reader' | 'sessions' | 'log' | 'bus' | 'severalProcesses'> {
  readonly sockets: Sockets;
}

/** Looks for jobs whose process died. */
const LOOK_EVERY_MS = 1_000;
const SHOWN_MS = SHOWN_HOURS * HOUR_MS;
const ENDED_MAX = 50;

const gone = () => new HttpError('bulk_job_gone', 'This bulk operation no longer exists.');

const newestFirst = (jobs: Iterable<BulkJobRow>) =>
  [...jobs].sort((one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0));

const isRunning = ({ state }: BulkJobRow) => state === 'running';
const isOutdated = ({ ended_at }: BulkJobRow, now: number) => ended_at !== null && isLongAgo(ended_at, SHOWN_MS, now);

/** `ofRole`, because `value` may also be a role. */
const filterInLog = ({ q, role, ...others }: UserFilter) => ({
  ...others,
  ...(q !== '' && { search: q }),
  ...(role && { ofRole: role }),
});

/** Kept in memory, because every open user list polls. Decision 40. */
export class BulkJobs {
  readonly #deps: BulkJobsDeps;
  readonly #rows = new Map<string, BulkJobRow>();
  readonly #replica: Replica;
  readonly #worker: ReturnType<typeof bulkWorker>;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: BulkJobsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'bulk operations',
      topic: 'bulk-changed',
      load: () => this.load(),
      reload: (id) => this.#reload(id),
    });
    this.#worker = bulkWorker({
      ...deps,
      onProgress: (id) => deps.bus.publish('bulk-changed', id),
      onEnd: (trx, id) => this.#replica.changed(trx, id),
    });
    this.#timer = setInterval(() => {
      if ([...this.#rows.values()].some(isRunning)) void this.#worker.look();
    }, LOOK_EVERY_MS).unref();
  }

  async load(): Promise<void> {
    const rows = await allJobs(this.#deps.db);
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.id, row);
    this.#deps.sockets.notify({ type: 'bulk_changed' });
  }

  async recover(): Promise<void> {
    await this.load();
    await this.#worker.look();
  }

  async list(): Promise<BulkJobRow[]> {
    if (!this.#replica.trusted) await this.load();
    const now = this.#deps.clock.now();
    return newestFirst(this.#rows.values()).filter((job) => !isOutdated(job, now));
  }

  async count(filter: UserFilter, actorId: string): Promise<{ users: number; suspended: number }> {
    const { transact, reader, clock, sessions } = this.#deps;
    await sessions.flush();
    const lastUser = await transact('server', lastUserId);
    return countMatching(reader, { filter, actorId, lastUser }, clock);
  }

  async start(actor: Caller, { filter, action, value = null }: BulkJobInput): Promise<BulkJobRow> {
    const { clock } = this.#deps;
    if (action === 'role') assertMayGive(actor, value as Role);
    const at = clock.now();
    const { ipAddress: ip_address, location, device, userAgent: user_agent } = actor.visitor;
    const id = newId(at);
    const wanted = { ...filter, q: searchedText(filter.q) };
    // Serialised, so that two starts can't both take the last slot.
    const started = await inTurn(this.#deps, actor, async (trx) => {
      const jobs = newestFirst(await allJobs(trx));
      const refusal = whyNotStart(jobs.filter(isRunning), actor);
      if (refusal !== null) throw refusal;
      const tooMany = jobs.filter((job) => !isRunning(job)).slice(ENDED_MAX - 1);
      const ids = tooMany.map((job) => job.id);
      await deleteJobs(trx, ids);
      const job = {
        id,
        action,
        value,
        filter: JSON.stringify(wanted),
        started_by: actor.userId,
        started_name: actor.staff ?? actor.userId,
        ip_address,
        location,
        device,
        user_agent,
        started_at: at,
        last_user: await lastUserId(trx),
        position: '',
        done: 0,
        total: null,
        state: 'running',
        problem: null,
        stopped_by: null,
        ended_at: null,
      } as const;
      const inserted = await insertJob(trx, job, this.#worker.lease());
      const details = {
        change: 'bulk started',
        job: id,
        action,
        ...(value !== null && { value }),
        ...filterInLog(wanted),
      } as const;
      await recordActivity(trx, { ...actor, action: 'profile_update', details, at });
      await this.#replica.changed(trx, id, ...ids);
      return inserted;
    });
    void this.#worker.look();
    return started;
  }

  /** Any admin may stop any job. */
  async stop(actor: Caller, id: string): Promise<BulkJobRow> {
    const { db, transact, clock } = this.#deps;
    await transact(actor, async (trx) => {
      const at = clock.now();
      const end = { state: 'stopped', stopped_by: actor.staff ?? actor.userId, ended_at: at } as const;
      const stopped = await endJob(trx, id, end);
      if (stopped === undefined) return;
      await recordEnd(trx, stopped, actor, at);
      await this.#replica.changed(trx, id);
    });
    const job = await findJob(db, id);
    if (job === undefined) throw gone();
    return job;
  }

  async sweep(): Promise<void> {
    const { db, transact, clock } = this.#deps;
    const jobs = await allJobs(db);
    const ids = jobs.filter((job) => isOutdated(job, clock.now())).map(({ id }) => id);
    if (ids.length === 0) return;
    await transact('server', async (trx) => {
      await deleteJobs(trx, ids);
      this.#replica.changedOften(trx, ...ids);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker.close();
  }

  async #reload(id: string): Promise<void> {
    const row = await findJob(this.#deps.db, id);
    if (row === undefined) this.#rows.delete(id);
    else this.#rows.set(id, row);
    this.#deps.sockets.notify({ type: 'bulk_changed' });
  }
}

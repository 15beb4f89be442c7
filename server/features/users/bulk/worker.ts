import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '../../../core.ts';
import { isUnavailable } from '../../../db/errors.ts';
import { leaseColumns } from '../../../db/lease.ts';
import { isPostgres } from '../../../db/queries.ts';
import type { BulkJobRow, Trx } from '../../../db/tables.ts';
import type { NoticeDeps } from '../../../delivery/notices/notices.ts';
import type { Actor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { changeInBulk, inTurn } from '../changes.ts';
import { matchesFilter } from '../search/filter.ts';
import { countMatching, nextUsers, type Whom } from './matching-users.ts';
import { whyNotGoOn } from './policy.ts';
import {
  changeOf,
  endJob,
  filterOf,
  type Lease,
  releaseLeases,
  renewLease,
  setPosition,
  setTotal,
  takeUpJobs,
} from './queries.ts';

const LEASE_MS = 5_000;
const TRY_AGAIN_MS = 1_000;
const PROGRESS_EVERY_MS = 500;

/** Keeps transactions short, also on a slow disk. */
const USERS_MOST = 250;
const USERS_LEAST = 100;
const PORTION_MS = 40;
/** Leaves at least half of the database's time to others. */
const PAUSE_LEAST_MS = 10;
const TRIES = 5;

interface WorkerDeps
  extends NoticeDeps,
    Pick<Core, 'db' | 'transact' | 'reader' | 'sessions' | 'log' | 'severalProcesses'> {
  onProgress(id: string): void;
  onEnd(trx: Trx, id: string): Promise<void>;
}

interface Walk {
  job: BulkJobRow;
  readonly whom: Whom;
  most: number;
  toldAt: number;
  failures: number;
}

/** Without the role, which may have changed since. */
const starterOf = (job: BulkJobRow): Omit<Actor, 'role'> => ({
  userId: job.started_by,
  staff: job.started_name,
  visitor: { ipAddress: job.ip_address, location: job.location, device: job.device, userAgent: job.user_agent },
});

export async function recordEnd(
  trx: Trx,
  { id, state, done }: BulkJobRow,
  actor: Omit<Actor, 'role'>,
  at: number,
): Promise<void> {
  if (state === 'running') return;
  const details = { change: 'bulk ended', job: id, state, accounts: done } as const;
  await recordActivity(trx, { ...actor, action: 'profile_update', details, at });
}

/** Each job in turn gets one portion. Its position is saved in the same transaction, so a crash repeats nothing. */
export function bulkWorker(deps: WorkerDeps) {
  const { db, transact, reader, clock, sessions, log, severalProcesses, onProgress, onEnd } = deps;
  const self = randomUUID();
  const walks = new Map<string, Walk>();
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  let working: Promise<void> | null = null;

  const leases = leaseColumns({ clock, severalProcesses }, LEASE_MS);
  const lease = (): Lease => ({ by: self, until: leases.expiry() });

  const takeUp = async () => {
    const expired = severalProcesses ? leases.hasExpired('claimed_until') : null;
    for (const job of await takeUpJobs(db, lease(), expired, [...walks.keys()])) {
      log.info({ job: job.id, done: job.done }, 'working on a bulk operation');
      const whom = { filter: filterOf(job), actorId: job.started_by, lastUser: job.last_user, change: changeOf(job) };
      walks.set(job.id, { job, whom, most: USERS_MOST / 2, toldAt: Number.NEGATIVE_INFINITY, failures: 0 });
    }
  };

  const tell = (walk: Walk) => {
    walk.toldAt = performance.now();
    onProgress(walk.job.id);
  };

  const count = async (walk: Walk) => {
    const { id } = walk.job;
    const { users } = await countMatching(reader, walk.whom, clock, () => renewLease(db, id, lease()));
    await setTotal(db, id, self, users);
    walk.job = { ...walk.job, total: users };
    tell(walk);
  };

  const end = async (trx: Trx, job: BulkJobRow, state: 'done' | 'failed', problem: string | null) => {
    const at = clock.now();
    const ended = await endJob(trx, job.id, { state, problem, ended_at: at });
    if (ended === undefined) return;
    await recordEnd(trx, ended, starterOf(job), at);
    await onEnd(trx, job.id);
  };

  /** Null if the job has ended or belongs to another process. */
  const changeSome = (walk: Walk, ids: readonly string[], position: string): Promise<BulkJobRow | null> =>
    inTurn(deps, 'server', async (trx) => {
      // Locks the starter first, as stopping a job does. Their password change then waits for this portion.
      const starter = await trx
        .selectFrom('users')
        .select(['role', 'status', 'sign_outs'])
        .where('id', '=', walk.job.started_by)
        .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
      const job = await renewLease(trx, walk.job.id, lease());
      if (job === undefined) return null;
      // An earlier commit succeeded, but its answer was lost.
      if (job.position !== walk.job.position) return job;
      const why = whyNotGoOn(starter, job, changeOf(job));
      if (starter === undefined || why !== null) {
        await end(trx, job, 'failed', why);
        return null;
      }
      const at = clock.now();
      const actor = { ...starterOf(job), role: starter.role };
      const matching = matchesFilter(trx, walk.whom.filter, at);
      const changed = ids.length === 0 ? 0 : await changeInBulk(trx, deps, actor, ids, changeOf(job), at, matching);
      await setPosition(trx, job.id, position, changed);
      if (position < job.last_user) return { ...job, position };
      await end(trx, job, 'done', null);
      return null;
    });

  const portion = async (walk: Walk) => {
    const { standing } = walk.whom.filter;
    if (standing === 'online' || standing === 'offline') await sessions.flush();
    const began = performance.now();
    const { ids, position } = await nextUsers(reader, walk.whom, walk.job.position, walk.most, clock.now());
    const job = await changeSome(walk, ids, position);
    if (job === null) {
      walks.delete(walk.job.id);
      return;
    }
    walk.job = job;
    const isSlow = performance.now() - began > PORTION_MS;
    walk.most = isSlow ? Math.max(USERS_LEAST, Math.floor(walk.most / 2)) : Math.min(USERS_MOST, walk.most * 2);
    if (performance.now() - walk.toldAt >= PROGRESS_EVERY_MS) tell(walk);
  };

  const giveUp = async ({ job }: Walk) => {
    const problem = 'Something went wrong on the server. Its log says what.';
    await transact('server', (trx) => end(trx, job, 'failed', problem));
    walks.delete(job.id);
  };

  const step = async (walk: Walk) => {
    try {
      await (walk.job.total === null ? count(walk) : portion(walk));
      walk.failures = 0;
    } catch (error) {
      log.warn({ err: error, job: walk.job.id }, 'batch of a bulk operation not done, trying again');
      // Only outages are retried without end; other errors would repeat.
      if (!isUnavailable(error)) walk.failures += 1;
      if (walk.failures >= TRIES) await giveUp(walk);
      else await wait(TRY_AGAIN_MS, undefined, { ref: false, signal: closing.signal });
    }
  };

  const work = async () => {
    while (!closing.signal.aborted && walks.size > 0)
      for (const walk of [...walks.values()]) {
        if (closing.signal.aborted) return;
        const began = performance.now();
        await step(walk);
        const pause = Math.max(PAUSE_LEAST_MS, performance.now() - began);
        await wait(pause, undefined, { ref: false, signal: closing.signal });
      }
  };

  const begin = () => {
    working ??= work()
      .catch((error) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'bulk operations not processed, trying again');
      })
      .finally(() => {
        working = null;
      });
  };

  const look = (): Promise<void> => {
    looking = looking
      .then(async () => {
        if (closing.signal.aborted) return;
        await takeUp();
        begin();
      })
      .catch((error) => log.warn({ err: error }, 'bulk operations not looked for, trying again'));
    return looking;
  };

  return {
    look,
    lease,
    async close(): Promise<void> {
      closing.abort();
      await looking;
      await working;
      walks.clear();
      await releaseLeases(db, self).catch((error) => log.warn({ err: error }, 'bulk operations not handed over'));
    },
  };
}

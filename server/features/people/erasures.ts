import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { COMMAND_LINE_ID, guestUserId } from '../../../contract/log/activity.rules.ts';
import { CLOCK_SKEW_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { checkpointAside, scrubFile } from '../../db/vacuum.ts';
import type { Mailbox } from '../../delivery/dev-mailbox.ts';
import { HttpError } from '../../errors.ts';
import { parseJson } from '../../text/json.ts';
import { folded } from '../../text/names.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { Emit } from '../programs/webhooks/emit.ts';
import { countStaffWork, eraseEntries } from './entries.ts';
import { type EraseDeps, eraseRows, type Outcome } from './erase.ts';
import { addToErasureList, appendToErasureList, type ListedErasure, listed, readErasureList } from './erasure-list.ts';
import { holdOn } from './holds.ts';
import { namesOf } from './mentions.ts';
import { type Door, findPerson, otherAddresses, type Person } from './person.ts';
import { eraseRefusal } from './policy.ts';
import { newPseudonym } from './redact.ts';
import { storedAddresses } from './restored.ts';

export interface ErasuresDeps
  extends EraseDeps,
    Pick<Core, 'config' | 'db' | 'reader' | 'log' | 'transact' | 'severalProcesses'> {
  readonly mailbox: Mailbox | null;
  readonly emit: Emit;
}

const DOORS = ['staff', 'guest'] as const satisfies Door[];
/** Stored while an erasure runs, so that it can resume after a crash. */
const Plan = z.object({
  email: z.string(),
  door: z.enum(DOORS),
  pseudonym: z.string(),
  /** Null when a guest asked. */
  account: z.string().nullable(),
  /** Other addresses of the account; their emails are erased too. */
  others: z.array(z.string()),
});
type Plan = z.output<typeof Plan>;
/** Stored afterwards: just enough to recognise the person in an older backup. */
const Done = z.object({ address: z.string(), account: z.string().nullable(), door: z.enum(DOORS) });
type Done = z.output<typeof Done>;

/** Not keyed: hashes are only stored sealed. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

export interface Begun extends Plan {
  readonly id: string;
}

/** Other requests wait at most for one portion. Figure: erase, longest wait of others. */
const ROWS_AT_ONCE = 200;
const PAUSE_MS = 2;
/** Until then another process may still be working on it. */
const RESUMED_AFTER_MS = 5 * 60_000;

const NOWHERE = { ipAddress: '', location: '', device: '', userAgent: '' };
/** Who repeats an erasure after a restore. */
const RESTORE: Actor = { userId: COMMAND_LINE_ID, staff: 'command line', role: 'admin', visitor: NOWHERE };

const NOTHING: Outcome = { erased: new Map(), stayed: [] };

/** `begin` runs in the transaction that checks who asks; the next start resumes after a crash. */
export class Erasures {
  readonly #deps: ErasuresDeps;
  #scrubbing: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Promise<Outcome>>();
  /** The list file has every erasure that ended before this time. */
  #listedUpTo = 0;

  constructor(deps: ErasuresDeps) {
    this.#deps = deps;
  }

  /** Repeats erasures that a restored backup doesn't know. */
  async start(): Promise<void> {
    const { db, config, keys } = this.#deps;
    const rows = await db.selectFrom('erasures').selectAll().execute();
    const known = new Set(rows.map(({ id }) => id));
    await this.#repeat(readErasureList(config.dataDir).filter(({ id }) => !known.has(id)));
    addToErasureList(
      config.dataDir,
      rows.flatMap((row) => listed(row, keys.id) ?? []),
    );
    await this.resume();
  }

  /** Needs the `users` lock. Idempotent while the erasure runs. */
  async begin(trx: Trx, person: Person, by: Actor | 'guest'): Promise<Begun> {
    const { clock, keys } = this.#deps;
    const actor = by === 'guest' ? null : by;
    const refused = eraseRefusal(actor, person, await holdOn(trx, this.#deps, person));
    if (refused !== null) throw refused;
    const known = (await this.#underWay(trx, person)).find(({ door }) => door === person.door);
    if (known !== undefined) return known;
    const { email, door } = person;
    const others = await otherAddresses(trx, person);
    const plan: Plan = { email, door, pseudonym: newPseudonym(), account: person.account?.id ?? null, others };
    const id = newId(clock.now());
    const sealed = keys.seal(JSON.stringify(plan), 'erasure');
    await trx.insertInto('erasures').values({ id, sealed, began_at: clock.now(), ended_at: null }).execute();
    await recordActivity(trx, {
      ...(actor ?? { userId: guestUserId(plan.pseudonym), visitor: NOWHERE }),
      action: 'profile_update',
      details: { change: 'person erased', person: plan.pseudonym },
      at: clock.now(),
    });
    return { id, ...plan };
  }

  /** Needs the `users` lock to stay true until the commit. */
  async isUnderWay(trx: Trx, person: Person): Promise<boolean> {
    return (await this.#underWay(trx, person)).length > 0;
  }

  finish(begun: Begun): Promise<Outcome> {
    const running = this.#running.get(begun.id) ?? this.#finish(begun).finally(() => this.#running.delete(begun.id));
    this.#running.set(begun.id, running);
    return running;
  }

  /** Finishes erasures that a crash or an error interrupted. */
  async resume(): Promise<void> {
    const { clock, log, severalProcesses } = this.#deps;
    const before = clock.now() - (severalProcesses ? RESUMED_AFTER_MS : 0);
    for (const { began_at, ...begun } of await this.#unfinished(this.#deps.db)) {
      if (began_at > before || this.#running.has(begun.id)) continue;
      try {
        await this.finish(begun);
        log.info({ erasure: begun.id }, 'an erasure that was interrupted is complete');
      } catch (error) {
        // One failure must not stop the others, or the server's start.
        log.error({ err: error, erasure: begun.id }, 'an erasure cannot be completed, trying again');
      }
    }
    await this.#list();
  }

  readonly settle = () => this.#scrubbing;

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#scrubbing;
  }

  async #finish(begun: Begun): Promise<Outcome> {
    const { id, door, pseudonym } = begun;
    const { clock, keys, transact, emit } = this.#deps;
    const portions = await this.#erasePortions(begun);
    const outcome = await transact(
      'server',
      async (trx) => {
        const erasures = trx.selectFrom('erasures').select('ended_at').where('id', '=', id);
        if ((await erasures.executeTakeFirst())?.ended_at !== null) return NOTHING;
        const { person, refused } = await this.#lookAgain(trx, begun);
        if (refused !== null) {
          await trx.deleteFrom('erasures').where('id', '=', id).execute();
          return refused;
        }
        const others = [...begun.others, ...(person.account?.email_key ? [person.account.email_key] : [])];
        const outcome = await eraseRows(trx, this.#deps, person, { pseudonym, others });
        const account = person.account?.id ?? null;
        const done: Done = { address: hashOf(person.emailKey), account: account && hashOf(account), door };
        const ended = { sealed: keys.seal(JSON.stringify(done), 'erasure'), ended_at: clock.now() };
        await trx.updateTable('erasures').set(ended).where('id', '=', id).execute();
        const data = { account, guests: [...person.browsers], counts: Object.fromEntries(outcome.erased) };
        await emit(trx, { type: 'person.erased', person: null, data });
        afterCommit(trx, () => this.#forget([...person.addresses, ...others]));
        return outcome;
      },
      'users',
    );
    // The account became staff after the erasure began.
    if (outcome instanceof HttpError) throw outcome;
    return withPortions(outcome, portions);
  }

  async #lookAgain(trx: Trx, { email, door, account }: Plan): Promise<{ person: Person; refused: HttpError | null }> {
    const person = await findPerson(trx, this.#deps.keys, email, door, account);
    return { person, refused: eraseRefusal(null, person, await holdOn(trx, this.#deps, person)) };
  }

  async #erasePortions(plan: Plan): Promise<{ deleted: number; redacted: number }> {
    const { transact, db, reader } = this.#deps;
    const { pseudonym } = plan;
    let [deleted, redacted] = [0, 0];
    for (;;) {
      const portion = await transact('server', async (trx) => {
        const { person, refused } = await this.#lookAgain(trx, plan);
        if (refused !== null) return { deleted: 0, redacted: 0, more: false };
        const wasStaff = (await countStaffWork(trx, person, 1)) > 0;
        return eraseEntries(trx, this.#deps, { pseudonym, person, names: namesOf(person), wasStaff }, ROWS_AT_ONCE);
      });
      deleted += portion.deleted;
      redacted += portion.redacted;
      if (!portion.more) return { deleted, redacted };
      if (!isPostgres(db)) await checkpointAside(reader);
      await pause(PAUSE_MS);
    }
  }

  async #unfinished(db: Db | Trx): Promise<(Begun & { readonly began_at: number })[]> {
    const rows = await db.selectFrom('erasures').selectAll().where('ended_at', 'is', null).orderBy('id').execute();
    return rows.flatMap(({ id, sealed, began_at }) => {
      const plan = this.#opened(Plan, sealed);
      return plan === null ? [] : [{ id, began_at, ...plan }];
    });
  }

  async #underWay(trx: Trx, { emailKey }: Person): Promise<Begun[]> {
    return (await this.#unfinished(trx)).filter(({ email }) => folded(email) === emailKey);
  }

  /** Forgets what is outside the transaction: captured emails, the list file, free pages. */
  async #forget(theirs: readonly string[]): Promise<void> {
    const { mailbox, db, log } = this.#deps;
    mailbox?.forget((recipient) => theirs.includes(folded(recipient)));
    // Not fatal: the next sweep writes the list again.
    await this.#list().catch((error) => log.error({ err: error }, 'the list of erasures was not written'));
    if (isPostgres(db)) return;
    this.#scrubbing = this.#scrubbing
      .then(() => scrubFile(this.#deps, this.#closing.signal))
      .catch((error) => log.warn({ err: error }, 'free pages of the database file not overwritten yet'));
  }

  /** Overlaps by the clock skew: other processes erase too. */
  async #list(): Promise<void> {
    const { db, config, keys, clock } = this.#deps;
    const now = clock.now();
    const rows = await db.selectFrom('erasures').selectAll().where('ended_at', '>=', this.#listedUpTo).execute();
    appendToErasureList(
      config.dataDir,
      rows.flatMap((row) => listed(row, keys.id) ?? []),
    );
    this.#listedUpTo = now - CLOCK_SKEW_MS;
  }

  async #repeat(missing: readonly ListedErasure[]): Promise<void> {
    const { db, keys, log } = this.#deps;
    if (missing.length === 0) return;
    const ours = missing.filter(({ keyId }) => keyId === keys.id);
    if (ours.length < missing.length)
      log.error(
        { erasures: missing.length - ours.length },
        'erasures cannot be repeated: their list was made with another server key. Erase these people again',
      );
    const dones = ours.flatMap(({ sealed }) => this.#opened(Done, sealed) ?? []);
    for (const { email, door } of await this.#found(dones)) await this.#repeatOne(email, door);
    for (const { keyId: _, ...row } of ours)
      await db
        .insertInto('erasures')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    log.info({ erasures: ours.length }, 'erasures from after the restored backup were repeated');
  }

  async #repeatOne(email: string, door: Door): Promise<void> {
    const { keys, log, transact } = this.#deps;
    try {
      const begun = await transact(
        'server',
        async (trx) => this.begin(trx, await findPerson(trx, keys, email, door), RESTORE),
        'users',
      );
      await this.finish(begun);
    } catch (error) {
      log.error(
        { err: error },
        'an erased person came back with this backup and cannot be erased again, for example because of a legal hold. Erase them by hand',
      );
    }
  }

  /** Finds addresses to erase again. Someone erased with their account may also be back as a guest. */
  async #found(dones: readonly Done[]): Promise<readonly Pick<Plan, 'email' | 'door'>[]> {
    const doors = new Map<string, Door>();
    for (const { address, account, door } of dones)
      for (const hash of [address, account]) if (hash !== null && doors.get(hash) !== 'staff') doors.set(hash, door);
    const found = new Map<string, Pick<Plan, 'email' | 'door'>>();
    for await (const { email, owner } of storedAddresses(this.#deps.db)) {
      const ofOwner = owner === null ? undefined : doors.get(hashOf(owner));
      const door = ofOwner ?? doors.get(hashOf(folded(email)));
      if (door !== undefined && found.get(folded(email))?.door !== 'staff') found.set(folded(email), { email, door });
    }
    return [...found.values()];
  }

  #opened<Schema extends z.ZodType>(schema: Schema, sealed: string | null): z.output<Schema> | null {
    const { keys, log } = this.#deps;
    try {
      return sealed === null ? null : parseJson(schema, keys.open(sealed, 'erasure'));
    } catch (error) {
      log.error({ err: error }, 'an erasure of the list cannot be opened');
      return null;
    }
  }
}

function withPortions({ erased, stayed }: Outcome, before: { deleted: number; redacted: number }): Outcome {
  const all = new Map(erased);
  if (before.deleted > 0) all.set('log', (all.get('log') ?? 0) + before.deleted);
  if (before.redacted === 0) return { erased: all, stayed };
  const audit = stayed.find(({ reason }) => reason === 'audit');
  const count = (audit?.count ?? 0) + before.redacted;
  const others = stayed.filter((each) => each !== audit);
  return { erased: all, stayed: [...others, { kind: 'audit', reason: 'audit', count, latest: audit?.latest ?? null }] };
}

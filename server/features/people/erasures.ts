import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { scrubFile } from '../../db/vacuum.ts';
import type { Mailbox } from '../../delivery/dev-mailbox.ts';
import { parseJson } from '../../text/json.ts';
import { folded } from '../../text/names.ts';
import type { Emit } from '../programs/webhooks/emit.ts';
import { eraseEntries } from './entries.ts';
import { type EraseDeps, eraseRows, type Outcome } from './erase.ts';
import { addToErasureList, type ListedErasure, listed, readErasureList } from './erasure-list.ts';
import { namesOf } from './mentions.ts';
import { type Door, findPerson, otherAddresses, type Person } from './person.ts';
import { newPseudonym } from './redact.ts';

export interface ErasuresDeps extends EraseDeps, Pick<Core, 'config' | 'db' | 'log' | 'transact' | 'severalProcesses'> {
  readonly mailbox: Mailbox | null;
  readonly emit: Emit;
}

const DOORS = ['staff', 'guest'] as const satisfies Door[];
/** While it goes on, so that a crash resumes it. */
const Plan = z.object({
  email: z.string(),
  door: z.enum(DOORS),
  pseudonym: z.string(),
  /** Other addresses of the account. What names them is erased first. */
  others: z.array(z.string()),
});
type Plan = z.output<typeof Plan>;
/** Afterwards: enough to recognise the person in an older backup, and no more. */
const Done = z.object({ address: z.string(), account: z.string().nullable(), door: z.enum(DOORS) });
type Done = z.output<typeof Done>;

/** Its only use is sealed, so it needs no key of its own. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

export interface Begun extends Plan {
  readonly id: string;
}

/** Others wait no longer than for one portion. Figure: erase, longest wait of others. */
const ROWS_AT_ONCE = 200;
const PAUSE_MS = 2;
/** Of an erasure that another process may be working on. */
const RESUMED_AFTER_MS = 5 * 60_000;
const ROWS_READ = 5_000;

/** Begins in the transaction that checks who asks; a crash afterwards is resumed by the next start. */
export class Erasures {
  readonly #deps: ErasuresDeps;
  #scrubbing: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(deps: ErasuresDeps) {
    this.#deps = deps;
  }

  /** After a restore, erasures that the backup does not know are repeated. */
  async start(): Promise<void> {
    const { db, config } = this.#deps;
    const known = new Set((await db.selectFrom('erasures').select('id').execute()).map(({ id }) => id));
    await this.#repeat(readErasureList(config.dataDir).filter(({ id }) => !known.has(id)));
    await this.resume();
  }

  async begin(trx: Trx, person: Person): Promise<Begun> {
    const { clock, keys } = this.#deps;
    const { email, door } = person;
    const plan: Plan = { email, door, pseudonym: newPseudonym(), others: await otherAddresses(trx, person) };
    const id = newId(clock.now());
    const sealed = keys.seal(JSON.stringify(plan), 'erasure');
    await trx.insertInto('erasures').values({ id, sealed, began_at: clock.now(), ended_at: null }).execute();
    return { id, ...plan };
  }

  async finish({ id, email, door, pseudonym, others }: Begun): Promise<Outcome> {
    const { clock, keys, transact, emit } = this.#deps;
    const entries = await this.#erasePortions({ email, door, pseudonym, others });
    return transact(
      'server',
      async (trx) => {
        const person = await findPerson(trx, keys, email, door);
        const outcome = await eraseRows(trx, this.#deps, person, { pseudonym, others });
        const account = person.account?.id ?? null;
        const done: Done = { address: hashOf(person.emailKey), account: account && hashOf(account), door };
        const ended = { sealed: keys.seal(JSON.stringify(done), 'erasure'), ended_at: clock.now() };
        await trx.updateTable('erasures').set(ended).where('id', '=', id).execute();
        const data = { account, guests: [...person.browsers], counts: Object.fromEntries(outcome.erased) };
        await emit(trx, { type: 'person.erased', person: null, data });
        afterCommit(trx, () => this.#forget([...person.addresses, ...others]));
        return withPortions(outcome, entries);
      },
      'users',
    );
  }

  /** Begun by a process that died. */
  async resume(): Promise<void> {
    const { db, clock, log, severalProcesses } = this.#deps;
    const rows = await db.selectFrom('erasures').selectAll().where('ended_at', 'is', null).execute();
    const before = clock.now() - (severalProcesses ? RESUMED_AFTER_MS : 0);
    for (const row of rows.filter(({ began_at }) => began_at <= before)) {
      const plan = this.#opened(Plan, row.sealed);
      if (plan === null) continue;
      await this.finish({ id: row.id, ...plan });
      log.info({ erasure: row.id }, 'an erasure that was interrupted is complete');
    }
    await this.#writeList();
  }

  readonly settle = () => this.#scrubbing;

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#scrubbing;
  }

  async #erasePortions({ email, door, pseudonym }: Plan): Promise<{ deleted: number; redacted: number }> {
    const { keys, transact } = this.#deps;
    let [deleted, redacted] = [0, 0];
    for (;;) {
      const portion = await transact('server', async (trx) => {
        const person = await findPerson(trx, keys, email, door);
        return eraseEntries(trx, this.#deps, { pseudonym, person, names: namesOf(person) }, ROWS_AT_ONCE);
      });
      deleted += portion.deleted;
      redacted += portion.redacted;
      if (!portion.more) return { deleted, redacted };
      await pause(PAUSE_MS);
    }
  }

  /** What no transaction reaches. */
  async #forget(theirs: readonly string[]): Promise<void> {
    const { mailbox, db, log } = this.#deps;
    mailbox?.forget((recipient) => theirs.includes(folded(recipient)));
    // The erasure is done; the next sweep writes the list again.
    await this.#writeList().catch((error) => log.error({ err: error }, 'the list of erasures was not written'));
    if (isPostgres(db)) return;
    this.#scrubbing = this.#scrubbing
      .then(() => scrubFile(db, this.#closing.signal))
      .catch((error) => log.warn({ err: error }, 'free pages of the database file not overwritten yet'));
  }

  async #writeList(): Promise<void> {
    const { db, config, keys } = this.#deps;
    const rows = await db.selectFrom('erasures').selectAll().where('ended_at', 'is not', null).execute();
    addToErasureList(
      config.dataDir,
      rows.flatMap((row) => listed(row, keys.id) ?? []),
    );
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
    const wanted = new Map<string, Done>();
    for (const { sealed } of ours) {
      const done = this.#opened(Done, sealed);
      if (done === null) continue;
      wanted.set(done.address, done);
      if (done.account !== null) wanted.set(done.account, done);
    }
    for await (const { email, door } of this.#found(wanted)) await this.#repeatOne(email, door);
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
    const begun = await transact('server', async (trx) => {
      const person = await findPerson(trx, keys, email, door);
      if (person.account !== null && isStaff(person.account.role)) return person.account.id;
      return this.begin(trx, person);
    });
    if (typeof begun !== 'string') await this.finish(begun);
    else log.error({ user: begun }, 'an erased person is staff in this backup: make the account a user, then erase it');
  }

  /** Addresses of the restored database that were erased later. */
  async *#found(wanted: ReadonlyMap<string, Done>): AsyncGenerator<Pick<Plan, 'email' | 'door'>> {
    const { db } = this.#deps;
    const found = new Map<string, Pick<Plan, 'email' | 'door'>>();
    for (const table of ['users', 'verified_addresses', 'registrations'] as const)
      for await (const { id, email, email_key } of pagesOf(db, table)) {
        if (email === null || email_key === null) continue;
        const done = wanted.get(hashOf(email_key)) ?? wanted.get(hashOf(id));
        if (done !== undefined) found.set(`${done.door} ${email_key}`, { email, door: done.door });
      }
    yield* found.values();
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

async function* pagesOf(db: Db, table: 'users' | 'verified_addresses' | 'registrations') {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom(table as 'users')
      .select(['id', 'email', 'email_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_READ)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

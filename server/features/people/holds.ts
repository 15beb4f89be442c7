import * as z from 'zod';
import type { Hold } from '../../../contract/people/people.ts';
import { iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import type { Db, HoldRow, Trx, UserRow } from '../../db/tables.ts';
import { badInput } from '../../errors.ts';
import { folded } from '../../text/names.ts';
import type { Actor } from '../../visitor/visitor.ts';
import type { Person } from './person.ts';

const HOLDS_MAX = 1_000;

const Held = z.object({
  email: z.string(),
  account: z.string().nullable(),
  /** Accounts that had the address during the hold, whatever their address is now. */
  others: z.array(z.string()).default([]),
});

export type OpenHold = HoldRow & z.output<typeof Held>;

/** Newest first. Few enough to decrypt all of them. */
export async function holdsIn(db: Db | Trx, { keys, clock }: Pick<Core, 'keys' | 'clock'>): Promise<OpenHold[]> {
  const rows = await db
    .selectFrom('legal_holds')
    .selectAll()
    .where('until_at', '>', clock.now())
    .where('sealed', 'is not', null)
    .orderBy('set_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, ...Held.parse(JSON.parse(keys.open(row.sealed as string, 'legal-hold'))) }));
}

type Whom = Pick<Person, 'emailKey' | 'ownerId'>;

const isOn = ({ email }: OpenHold, emailKey: string) => folded(email) === emailKey;
const accountsOf = ({ account, others }: OpenHold) => (account === null ? others : [account, ...others]);
const isOfAccount = (hold: OpenHold, id: string | null) => id !== null && accountsOf(hold).includes(id);
const isAbout = (hold: OpenHold, { emailKey, ownerId }: Whom) => isOn(hold, emailKey) || isOfAccount(hold, ownerId);

export async function holdOn(
  db: Db | Trx,
  deps: Pick<Core, 'keys' | 'clock'>,
  whom: Whom,
): Promise<OpenHold | undefined> {
  return (await holdsIn(db, deps)).find((hold) => isAbout(hold, whom));
}

/** A held account can't be deleted either. */
export async function heldAmong(
  trx: Trx,
  deps: Pick<Core, 'keys' | 'clock'>,
  users: readonly Pick<UserRow, 'id' | 'email'>[],
): Promise<ReadonlyMap<string, OpenHold>> {
  const holds = await holdsIn(trx, deps);
  return new Map(
    users.flatMap((user) => {
      const hold = holds.find((one) => isAbout(one, { emailKey: folded(user.email ?? ''), ownerId: user.id }));
      return hold === undefined ? [] : [[user.id, hold]];
    }),
  );
}

/** Call before an account's address changes: a hold on the old address goes on protecting the account. */
export async function keepHeld(
  trx: Trx,
  deps: Pick<Core, 'keys' | 'clock'>,
  { id: accountId, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  for (const hold of await holdsIn(trx, deps)) {
    if (!isOn(hold, folded(email ?? '')) || isOfAccount(hold, accountId)) continue;
    const held = { email: hold.email, account: hold.account, others: [...hold.others, accountId] };
    await trx
      .updateTable('legal_holds')
      .set({ sealed: sealHeld(deps, held) })
      .where('id', '=', hold.id)
      .execute();
  }
}

const sealHeld = ({ keys }: Pick<Core, 'keys'>, held: z.output<typeof Held>) =>
  keys.seal(JSON.stringify(held), 'legal-hold');

export async function putHold(
  trx: Trx,
  deps: Pick<Core, 'keys' | 'clock'>,
  person: Person,
  { reason, until }: { readonly reason: string; readonly until: number },
  actor: Actor,
): Promise<OpenHold> {
  const now = deps.clock.now();
  const address = onAddressOf(person);
  const replaced = (await holdsIn(trx, deps)).filter((hold) => isAbout(hold, address));
  await deleteHolds(trx, deps, address);
  if ((await holdsIn(trx, deps)).length >= HOLDS_MAX)
    throw badInput(`There can be at most ${HOLDS_MAX.toLocaleString('en')} legal holds. End one first.`);
  const others = [...new Set(replaced.flatMap(accountsOf))];
  const held = { email: person.email, account: person.account?.id ?? null, others };
  const row = {
    id: newId(now),
    sealed: sealHeld(deps, held),
    reason,
    until_at: until,
    set_by: actor.userId,
    set_name: actor.staff ?? actor.userId,
    set_at: now,
  };
  await trx.insertInto('legal_holds').values(row).execute();
  return { ...row, ...held };
}

const onAddressOf = ({ emailKey }: Whom): Whom => ({ emailKey, ownerId: null });

/** Ends the hold on the address; only without one, those on its account. */
export const endHolds = async (trx: Trx, deps: Pick<Core, 'keys' | 'clock'>, whom: Whom): Promise<boolean> =>
  (await deleteHolds(trx, deps, onAddressOf(whom))) > 0 || (await deleteHolds(trx, deps, whom)) > 0;

async function deleteHolds(trx: Trx, deps: Pick<Core, 'keys' | 'clock'>, whom: Whom): Promise<number> {
  const ids = (await holdsIn(trx, deps)).filter((hold) => isAbout(hold, whom)).map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom('legal_holds').where('id', 'in', ids).execute();
  return ids.length;
}

export async function deleteExpiredHolds(db: Db | Trx, now: number): Promise<void> {
  await db.deleteFrom('legal_holds').where('until_at', '<=', now).execute();
}

export const presentHold = ({ email, reason, until_at, set_name, set_at }: OpenHold): Hold => ({
  email,
  reason,
  until: iso(until_at),
  setBy: set_name,
  setAt: iso(set_at),
});

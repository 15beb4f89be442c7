import { sql } from 'kysely';
import * as z from 'zod';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import type { Core } from '../../core.ts';
import type { Db, NotificationRow, Trx } from '../../db/tables.ts';
import { parseJson } from '../../text/json.ts';
import { guestTag } from '../../visitor/guest-id.ts';
import type { Person } from './person.ts';
import { isNamedIn } from './redact.ts';

const SHORTEST = 3;

/** Lowercase names of the person. They can be common words, so only searches are matched with all of them. */
export const namesOf = ({ emailKey, account }: Person): string[] =>
  [emailKey, account?.username_key, account?.name.toLowerCase()].filter(
    (name): name is string => name !== undefined && name.length >= SHORTEST,
  );

/** For other texts by staff: address and full name, which no text has by chance. */
const distinctiveNamesOf = (person: Person) => namesOf(person).filter((name) => /[@ ]/.test(name));

const idsOf = ({ account, browsers }: Person) => (account === null ? browsers : [account.id, ...browsers]);

const NAMING_GROUPS = ['login', 'guessing', 'profile-update'];

/** About this person only. Grouped notifications count if the group is named after the account. */
export async function notificationsAbout(db: Db | Trx, person: Person): Promise<NotificationRow[]> {
  const { account } = person;
  const ids = idsOf(person);
  const notifications = db.selectFrom('notifications').selectAll();
  const about = ids.length === 0 ? [] : await notifications.where('about_id', 'in', ids).execute();
  const named =
    account === null
      ? []
      : await notifications
          .where(
            'group_key',
            'in',
            NAMING_GROUPS.map((group) => `${group}:${account.name}`),
          )
          .where((is) => is.or([is('about_id', 'is', null), is('about_id', '=', account.id)]))
          .execute();
  return [...new Map([...about, ...named].map((row) => [row.id, row])).values()];
}

/** In a notification about several people, replaces the text and keeps the row. True if any changed. */
export async function redactNotifications(trx: Trx, { email, browsers }: Person): Promise<boolean> {
  const marks = [maskedEmail(email), ...browsers.map(guestTag)];
  const mixed = await trx
    .selectFrom('notifications')
    .select(['id', 'message'])
    .where('type', 'in', ['mail_failure', 'help_request'])
    .where('about_id', 'is', null)
    .execute();
  const ids = mixed.filter(({ message }) => marks.some((mark) => message.includes(mark))).map(({ id }) => id);
  if (ids.length === 0) return false;
  const erased = { message: 'This person’s data was erased', ip_address: null, location: null };
  await trx.updateTable('notifications').set(erased).where('id', 'in', ids).execute();
  return true;
}

/**
 * Chat messages not sent yet; few, so all are decrypted. One about a single subject is matched by id, because a username can be a common
 * word; one about several, by guest tag.
 */
async function waitingChats(db: Db | Trx, { keys }: Pick<Core, 'keys'>, person: Person): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'sealed'])
    .where('channel', '=', 'chat')
    .where('state', 'in', ['queued', 'sending'])
    .where('sealed', 'is not', null)
    .execute();
  const ids = idsOf(person);
  const tags = person.browsers.map(guestTag);
  return rows
    .filter(({ sealed }) => {
      const text = textIn(keys, sealed as string);
      const isAboutOne = text.includes('"about":"');
      return (isAboutOne ? ids : tags).some((mark) => text.includes(mark));
    })
    .map(({ id }) => id);
}

function textIn(keys: Core['keys'], sealed: string): string {
  try {
    return keys.open(sealed, 'outbox');
  } catch {
    return '';
  }
}

function isViewAbout(person: Person, { name, query }: { readonly name: string; readonly query: string }): boolean {
  const distinctive = distinctiveNamesOf(person);
  const ids = idsOf(person);
  const filters = [...new URLSearchParams(query)];
  return (
    isNamedIn(name, distinctive) ||
    filters.some(
      ([filter, value]) => ids.includes(value) || isNamedIn(value, filter === 'q' ? namesOf(person) : distinctive),
    )
  );
}

const Filter = z.object({ q: z.string().optional() });

export async function eraseMentions(trx: Trx, deps: Pick<Core, 'keys' | 'bus'>, person: Person): Promise<number> {
  const names = namesOf(person);
  const saved = await trx.selectFrom('saved_views').select(['id', 'name', 'query']).execute();
  const views = saved.filter((view) => isViewAbout(person, view));
  const jobs = (
    await trx.selectFrom('bulk_jobs').select(['id', 'filter']).where('state', '<>', 'running').execute()
  ).filter(({ filter }) => isNamedIn(parseJson(Filter, filter)?.q ?? '', names));
  const chats = await waitingChats(trx, deps, person);
  const remove = async (table: 'saved_views' | 'bulk_jobs' | 'outbox', ids: readonly string[]) => {
    if (ids.length > 0) await trx.deleteFrom(table).where('id', 'in', ids).execute();
  };
  const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  await remove('saved_views', idsIn(views));
  await remove('bulk_jobs', idsIn(jobs));
  await remove('outbox', chats);
  if (jobs.length > 0) await deps.bus.publishIn(trx, 'bulk-changed', ...idsIn(jobs));
  return views.length + jobs.length + chats.length;
}

/** The gate token can name this address while another one was confirmed. */
export async function clearGateSubjects(trx: Trx, { addresses, email }: Person): Promise<void> {
  await trx
    .updateTable('verified_addresses')
    .set({ gate_sub: null, gate_claims: null })
    .where('gate_sub', 'in', [...new Set([...addresses, email])])
    .execute();
}

export async function deleteMailTo(trx: Trx, addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('outbox')
    .where(sql<boolean>`lower(recipient) in (${sql.join(addresses)}) and channel <> 'chat'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

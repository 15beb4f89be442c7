import { sql } from 'kysely';
import { deleteOldest } from '../../db/queries.ts';
import type { Db, PromptRow, Trx } from '../../db/tables.ts';

export const allPrompts = (db: Db): Promise<PromptRow[]> => db.selectFrom('guest_prompts').selectAll().execute();

export const findPrompt = (db: Db, guestIp: string): Promise<PromptRow | undefined> =>
  db.selectFrom('guest_prompts').selectAll().where('guest_ip', '=', guestIp).executeTakeFirst();

/** A newer prompt takes the place of an older one. */
export async function putPrompt(trx: Trx, { guest_ip, ...prompt }: PromptRow): Promise<void> {
  await trx
    .insertInto('guest_prompts')
    .values({ guest_ip, ...prompt })
    .onConflict((conflict) => conflict.column('guest_ip').doUpdateSet(prompt))
    .execute();
}

/** Answers the one that there was. */
export const deletePrompt = (trx: Trx, guestIp: string): Promise<PromptRow | undefined> =>
  trx.deleteFrom('guest_prompts').where('guest_ip', '=', guestIp).returningAll().executeTakeFirst();

/** All that do not say what the settings say. Answers the addresses of the guests who never saw them. */
export async function deletePromptsOtherThan(
  trx: Trx,
  { emailPromptMessage, codePromptMessage }: { emailPromptMessage: string; codePromptMessage: string },
): Promise<string[]> {
  const gone = await trx
    .deleteFrom('guest_prompts')
    .where(sql<boolean>`message <> case kind when 'email' then ${emailPromptMessage} else ${codePromptMessage} end`)
    .returning('guest_ip')
    .execute();
  return gone.map(({ guest_ip }) => guest_ip);
}

/** Answers the addresses of the guests who never saw them. */
export const deleteOldPrompts = (db: Db, before: number, most: number): Promise<string[]> =>
  deleteOldest(db, { table: 'guest_prompts', key: 'guest_ip', time: 'created_at', before }, most);

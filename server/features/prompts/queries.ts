import { sql } from 'kysely';
import { deleteOldest } from '../../db/queries.ts';
import type { Db, PromptRow, Trx } from '../../db/tables.ts';

export const allPrompts = (db: Db): Promise<PromptRow[]> => db.selectFrom('guest_prompts').selectAll().execute();

export const findPrompt = (db: Db, guestIp: string): Promise<PromptRow | undefined> =>
  db.selectFrom('guest_prompts').selectAll().where('target', '=', guestIp).executeTakeFirst();

/** A newer prompt takes the place of an older one. */
export async function putPrompt(trx: Trx, { target, ...prompt }: PromptRow): Promise<void> {
  await trx
    .insertInto('guest_prompts')
    .values({ target, ...prompt })
    .onConflict((conflict) => conflict.column('target').doUpdateSet(prompt))
    .execute();
}

/** Whether there was one. */
export async function deletePrompt(db: Db, guestIp: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('guest_prompts')
    .where('target', '=', guestIp)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** All that do not say what the settings say. Answers the addresses of the guests who never saw them. */
export async function deletePromptsOtherThan(
  trx: Trx,
  { emailPromptMessage, codePromptMessage }: { emailPromptMessage: string; codePromptMessage: string },
): Promise<string[]> {
  const gone = await trx
    .deleteFrom('guest_prompts')
    .where(sql<boolean>`message <> case kind when 'email' then ${emailPromptMessage} else ${codePromptMessage} end`)
    .returning('target')
    .execute();
  return gone.map(({ target }) => target);
}

/** Answers the addresses of the guests who never saw them. */
export const deleteOldPrompts = (db: Db, before: number, most: number): Promise<string[]> =>
  deleteOldest(db, { table: 'guest_prompts', key: 'target', time: 'created_at', before }, most);

import { sql } from 'kysely';
import { deleteOldest } from '../../../db/queries.ts';
import type { Db, PromptRow, Trx } from '../../../db/tables.ts';

export const allPrompts = (db: Db): Promise<PromptRow[]> => db.selectFrom('guest_prompts').selectAll().execute();

export const findPrompt = (db: Db | Trx, target: string): Promise<PromptRow | undefined> =>
  db.selectFrom('guest_prompts').selectAll().where('target', '=', target).executeTakeFirst();

/** Whether this one still waits: it may have been shown, withdrawn or replaced. */
export async function isWaiting(trx: Trx, { target, id }: Pick<PromptRow, 'target' | 'id'>): Promise<boolean> {
  return (await findPrompt(trx, target))?.id === id;
}

/** For these targets; answers those that are gone. */
export const deletePromptsFor = (trx: Trx, targets: readonly string[]): Promise<PromptRow[]> =>
  trx.deleteFrom('guest_prompts').where('target', 'in', targets).returningAll().execute();

/** A newer prompt takes the place of an older one. */
export async function putPrompt(trx: Trx, { target, ...prompt }: PromptRow): Promise<void> {
  await trx
    .insertInto('guest_prompts')
    .values({ target, ...prompt })
    .onConflict((conflict) => conflict.column('target').doUpdateSet(prompt))
    .execute();
}

/** Whether it was this one: a newer one may have taken its place. */
export async function deletePrompt(trx: Trx, { target, id }: Pick<PromptRow, 'target' | 'id'>): Promise<boolean> {
  const gone = await trx
    .deleteFrom('guest_prompts')
    .where('target', '=', target)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return gone.length === 1;
}

/** All that do not say what the settings say. Answers those that nobody has seen and nobody will see. */
export function deletePromptsOtherThan(
  trx: Trx,
  { emailPromptMessage, codePromptMessage }: { emailPromptMessage: string; codePromptMessage: string },
): Promise<PromptRow[]> {
  return trx
    .deleteFrom('guest_prompts')
    .where(sql<boolean>`message <> case kind when 'email' then ${emailPromptMessage} else ${codePromptMessage} end`)
    .returningAll()
    .execute();
}

/** Answers whom they were for. */
export const deleteOldPrompts = (db: Db, before: number, most: number): Promise<string[]> =>
  deleteOldest(db, { table: 'guest_prompts', key: 'target', time: 'created_at', before }, most);

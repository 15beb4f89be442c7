import type { Core } from '../../core.ts';
import { badInput } from '../../errors.ts';
import type { Caller } from '../../sessions/transact.ts';

export type LanguageDeps = Pick<Core, 'transact' | 'sessions' | 'languages'>;

/** For pages and emails. It's no detail of the account, so `updated_at` stays. */
export async function saveLanguage({ transact, sessions, languages }: LanguageDeps, actor: Caller, code: string) {
  const language = languages.find(code);
  if (language === undefined) throw badInput(({ errors }) => errors.languageNotOffered);
  const { userId } = actor;
  await transact(actor, async (trx) => {
    await trx.updateTable('users').set({ language: language.code }).where('id', '=', userId).execute();
    sessions.usersChanged(trx, [userId]);
  });
}

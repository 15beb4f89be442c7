import { hash } from 'node:crypto';
import type { Terms } from '../../../contract/account/account.ts';
import { TERMS_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { HttpError } from '../../errors.ts';
import type { Language } from '../../languages.ts';
import type { Caller } from '../../sessions/transact.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { Redirects } from '../redirects/redirects.ts';
import { isShipped } from '../settings/guest-texts.ts';
import type { SettingsStore } from '../settings/settings.ts';

export interface TermsDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'languages'> {
  readonly settings: SettingsStore;
  readonly redirects: Pick<Redirects, 'asks' | 'fulfil'>;
}

const termsChanged = () => new HttpError('terms_changed', ({ errors }) => errors.termsChanged);

const versionOf = (text: string) => hash('sha256', text, 'base64url');

/** Our own terms say the same in every language, so all translations are one version. */
function currentTerms({ settings, languages }: Pick<TermsDeps, 'settings' | 'languages'>, language: Language) {
  const { termsText } = settings.current;
  if (!isShipped('termsText', termsText, languages)) return { text: termsText, version: versionOf(termsText) };
  const termsIn = ({ messages }: Language) => messages.staffTexts.termsText;
  return { text: termsIn(language), version: versionOf(termsIn(languages.english)) };
}

export async function termsFor(deps: TermsDeps, userId: string, language: Language): Promise<Terms> {
  const { db, redirects } = deps;
  const { text, version } = currentTerms(deps, language);
  const accepted = await db
    .selectFrom('terms_acceptances')
    .select('accepted_at')
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst();
  const acceptedAt = accepted ? iso(accepted.accepted_at) : null;
  return { text, version, acceptedAt, asked: await redirects.asks(userId, TERMS_PATH) };
}

export async function agreeToTerms(
  deps: TermsDeps,
  actor: Caller,
  version: string,
  language: Language,
): Promise<Terms> {
  const { transact, clock, redirects } = deps;
  if (version !== currentTerms(deps, language).version) throw termsChanged();
  const at = clock.now();
  await transact(actor, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('terms_acceptances')
      .values({ user_id: actor.userId, version, accepted_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
      .executeTakeFirstOrThrow();
    const details = { change: 'terms accepted', version } as const;
    if (numInsertedOrUpdatedRows !== 0n) await recordActivity(trx, { ...actor, action: 'profile_update', details, at });
    await redirects.fulfil(trx, TERMS_PATH, actor, at);
  });
  return termsFor(deps, actor.userId, language);
}

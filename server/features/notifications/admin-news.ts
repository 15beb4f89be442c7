import type { Trx } from '../../db/tables.ts';
import type { Actor } from '../../visitor/visitor.ts';
import type { Notifications } from './notifications.ts';
import { mailAdmins } from './settings-mail.ts';

interface News {
  readonly title: string;
  readonly message: string;
  readonly actor: Actor;
  readonly at: number;
}

type AdminNewsDeps = Parameters<typeof mailAdmins>[0] & { readonly notifications: Notifications };

/** Bell, chat and email, as for settings, because an API key can leak data. */
export const keyNews =
  (deps: AdminNewsDeps) =>
  async (trx: Trx, { title, message, actor, at }: News): Promise<void> => {
    const draft = {
      type: 'settings_change',
      severity: 'warning',
      title,
      message,
      group_key: 'api-key',
      about: { kind: 'api-keys', id: null },
      visitor: actor.visitor,
    } as const;
    await deps.notifications.tellAdmins(trx, [draft], at);
    await mailAdmins(deps, trx, { news: [{ title, message }], page: 'api-keys', limit: 'api keys', actor, at });
  };

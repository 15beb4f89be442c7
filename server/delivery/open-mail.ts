import type { Core } from '../core.ts';
import type { OutboxRow, Trx } from '../db/tables.ts';
import type { RetentionLimits } from '../feature.ts';
import { createBounces } from './bounces/bounces.ts';
import { returnAddresses } from './bounces/return-address.ts';
import type { Job } from './job.ts';
import type { MailOutbox, UnwrittenMail } from './mail.ts';
import { type DnsAccess, mailDomains } from './mail-domains.ts';
import { mailHealth } from './mail-health.ts';
import { mailTransport } from './mail-transport.ts';
import { mailTurns } from './mail-turns.ts';
import { createOutbox } from './outbox.ts';
import { deleteOldMessages } from './outbox-queries.ts';

interface OpenMailDeps extends Core {
  readonly dns?: DnsAccess | undefined;
  readonly jobs: readonly Job<object, UnwrittenMail>[];
  onSent(trx: Trx, row: OutboxRow, at: number): Promise<void>;
  onGuestState(guestId: string): void;
  onFailure(row: OutboxRow, why: string): void;
}

export function openMail(deps: OpenMailDeps) {
  const { config, clock, keys, languages } = deps;
  const { bounceImapUrl } = config.mail;
  const addresses = bounceImapUrl === null ? null : returnAddresses(config.mail.from, keys);
  const transport = mailTransport(config, clock, addresses?.of ?? null);
  const domains = mailDomains(deps);
  const outbox: MailOutbox = createOutbox({
    ...deps,
    channel: 'mail',
    send: async (recipient, mail, id) => transport.send(recipient, mail(languages), id),
    perMinute: config.mail.rate,
  });
  const bounces =
    bounceImapUrl === null || addresses === null ? null : createBounces({ ...deps, url: bounceImapUrl, addresses });
  const turns = mailTurns(clock);
  return {
    outbox,
    domains,
    turns,
    bounces,
    mailbox: transport.mailbox,
    health: () => mailHealth({ ...deps, outbox, transport }),
    /** Each row has an email address, which retention must delete. */
    retention: ({ guests }: RetentionLimits) =>
      (['sent', 'failed', 'expired'] as const).map(
        (state) => (most: number) => deleteOldMessages(deps.db, state, guests, most),
      ),
    async close() {
      await bounces?.close();
      await outbox.close();
      transport.close();
      domains.close();
    },
  };
}

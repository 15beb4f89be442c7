import type { Config } from './config.ts';
import type { DnsAccess } from './delivery/mail-domains.ts';
import { openMail } from './delivery/open-mail.ts';
import type { Feature } from './feature.ts';
import { openAccount } from './features/account/feature.ts';
import { openAuth } from './features/auth/feature.ts';
import { openBoot } from './features/boot/feature.ts';
import { openCaptcha } from './features/captcha/feature.ts';
import { openDashboard } from './features/dashboard/feature.ts';
import { openGuests } from './features/guests/feature.ts';
import { openLog } from './features/log/feature.ts';
import { keyNews } from './features/notifications/admin-news.ts';
import { openNotifications } from './features/notifications/feature.ts';
import { mailSettingsChanges } from './features/notifications/settings-mail.ts';
import { openPeople } from './features/people/feature.ts';
import { openEmbed } from './features/programs/embed/feature.ts';
import { openKeys } from './features/programs/keys/feature.ts';
import { openWebhooksFeature } from './features/programs/webhooks/feature.ts';
import { openRedirects } from './features/redirects/feature.ts';
import { openRegistration } from './features/registration/feature.ts';
import { openSettings } from './features/settings/feature.ts';
import { openUsers } from './features/users/feature.ts';
import { ensureFirstAdmin } from './features/users/first-admin.ts';
import { openDeliveryTimes, openVerification } from './features/verification/feature.ts';
import { openViews } from './features/views/feature.ts';
import { createKernel } from './http/kernel.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveSockets } from './http/socket-handshake.ts';
import { PLACES } from './limits/limits.ts';
import { notifyGuests } from './live/guest-news.ts';
import { createGuestSockets, type GuestSocketLimits } from './live/guest-sockets.ts';
import { createSockets } from './live/sockets.ts';
import { MAILS, onMailSent } from './mails.ts';
import { type CoreDeps, openCore } from './open-core.ts';
import { openMetrics } from './process/open-metrics.ts';
import { startSweeping } from './sweeping.ts';
import type { FindListed } from './visitor/guest-id.ts';

export interface AppDeps extends CoreDeps {
  readonly dns?: DnsAccess;
  readonly connectionsMax?: number;
  readonly guestSockets?: GuestSocketLimits;
  /** Without it only the API is served, as in `npm run dev`. */
  readonly webDir?: string;
}

export type App = Awaited<ReturnType<typeof buildApp>>;

export async function buildApp(config: Config, deps: AppDeps) {
  const { core, database, disk } = await openCore(config, deps);
  const { db, keys, hasher, sessions, apiKeys, transact, bus } = core;
  const leaving = { begun: false };
  const sockets = createSockets(core);
  const guestSockets = createGuestSockets(core, deps.guestSockets);

  const findListed: FindListed = (guestId) => guests.findListed(guestId);
  const activity = await openLog(core, findListed);
  const firstAdmin = await ensureFirstAdmin(core);
  const { settings, ...settingsFeature } = await openSettings(core);
  const { captcha, ...captchaFeature } = openCaptcha(core);
  const notifications = await openNotifications({ ...core, settings, sockets, findListed });
  const { notify } = notifications;
  const { webhooks, ...webhooksFeature } = await openWebhooksFeature({ ...core, notify });
  // We can't see a database server's disk.
  if (config.databaseUrl === null) await disk.watch((freeMb) => notify({ kind: 'disk-tight', freeMb }));
  const mail = openMail({
    ...core,
    dns: deps.dns,
    jobs: MAILS,
    onSent: onMailSent,
    onGuestState: (guestId) => guests.presence.verificationChanged(guestId),
    onFailure: ({ recipient, guest_id }, why) => notify({ kind: 'mail-failure', recipient, guestId: guest_id, why }),
  });
  const { outbox, turns, domains: mailDomains } = mail;
  mailSettingsChanges({ ...core, settings, outbox });
  const { deliveryTimes, ...deliveryTimesFeature } = await openDeliveryTimes(core);
  const { record, audit } = activity;
  const shared = {
    ...core,
    settings,
    captcha,
    notify,
    emit: webhooks.emit,
    record,
    outbox,
    turns,
    mailDomains,
    deliveryTimes,
    sockets,
  };

  const guests = await openGuests({ ...shared, guestSockets });
  const { presence, assignments, messages, help, seen } = guests;
  const { redirects, signedInAgain, ...redirectsFeature } = await openRedirects({ ...core, ...guests, settings });
  notifyGuests(bus, guestSockets, { messages, assignments, help, redirects });
  const verification = await openVerification({
    ...shared,
    sendOutcome: webhooks.sendOutcome,
    presence,
    seen,
    isListed: (guestId) => guests.findListed(guestId) !== undefined,
    renewed: (guestId) => help.renewed(guestId),
    wasHelped: (trx, guestId, since) => messages.wasSentSince(trx, guestId, since),
    onVerified: async (guestId) => {
      await assignments.verified(guestId);
      await help.verified(guestId);
    },
  });
  const { siteFor, ...embed } = openEmbed({ ...core, receiptFor: verification.receiptFor, webDir: deps.webDir });
  await outbox.recover();
  const people = await openPeople({ ...shared, mailbox: mail.mailbox });
  const features: readonly Feature[] = [
    activity,
    settingsFeature,
    captchaFeature,
    notifications,
    guests,
    mail,
    deliveryTimesFeature,
    redirectsFeature,
    webhooksFeature,
    verification,
    await openAuth({ ...shared, signedInAgain }),
    await openUsers(shared),
    openAccount({ ...shared, redirects }),
    openRegistration(shared),
    openViews(core),
    embed,
    people,
    ...(config.apiKeys ? [openKeys({ ...core, tellAdmins: keyNews({ ...shared, ...notifications }) })] : []),
    openDashboard({ ...shared, ...notifications, audit, bounces: mail.bounces, mailHealth: mail.health }),
    openBoot({ ...shared, leaving, mailbox: mail.mailbox, siteFor, webDir: deps.webDir }),
  ];

  const guestSocketsMax = deps.guestSockets?.most ?? PLACES.guestSockets.most;
  const http = createKernel({ ...core, leaving, connectionsMax: deps.connectionsMax, guestSocketsMax });
  const metrics = await openMetrics(config);
  metrics?.observe(http);
  serveOpenApi(http, config);
  for (const feature of features) feature.routes?.(http);
  serveSockets(http, { ...core, sockets, guestSockets });
  metrics?.watch({
    ...core,
    socketsOpen: sockets.count,
    guestSocketsOpen: guestSockets.count,
    guestsOnline: () => presence.guests.online(),
    bounces: mail.bounces,
  });
  await http.ready();

  const sweeper = startSweeping({ ...shared, database, features, audit });

  return {
    http,
    db,
    keys,
    hasher,
    sessions,
    apiKeys,
    transact,
    presence,
    assignments,
    messages,
    help,
    redirects,
    settings,
    outbox,
    chat: notifications.chat,
    notifications: notifications.notifications,
    webhooks,
    outcome: verification.outcome,
    deliveryTimes,
    bounces: mail.bounces,
    erasures: people.erasures,
    guestSockets,
    disk,
    audit,
    firstAdmin,
    metrics,
    sweep: sweeper.sweep,
    /** /healthz reports it, so that proxies stop sending requests. */
    leave() {
      leaving.begun = true;
    },
    async close() {
      disk.close();
      await sweeper.close();
      sockets.close();
      guestSockets.close();
      await http.close();
      await sessions.close();
      await apiKeys.close();
      for (const feature of features.toReversed()) await feature.close?.();
      await bus.close();
      await database.close();
    },
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { RE_LOGIN_PATH } from '../contract/redirects/redirects.rules.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Core } from './core.ts';
import { openDatabase } from './db/database.ts';
import { DiskSpace, spaceAt } from './db/disk-space.ts';
import { groupCommit } from './db/group-commit.ts';
import { ReserveFile } from './db/reserve-file.ts';
import type { OutboxRow, Trx } from './db/tables.ts';
import { type Bounces, createBounces } from './delivery/bounces/bounces.ts';
import { returnAddresses } from './delivery/bounces/return-address.ts';
import type { MailOutbox } from './delivery/mail.ts';
import { type DnsAccess, MailDomains } from './delivery/mail-domains.ts';
import { mailHealth } from './delivery/mail-health.ts';
import { mailTransport } from './delivery/mail-transport.ts';
import { mailTurns } from './delivery/mail-turns.ts';
import { createOutbox, type Outbox } from './delivery/outbox.ts';
import { telegramSender } from './delivery/telegram.ts';
import { emailChangeMail } from './features/account/email/code-mail.ts';
import { emailChangeMailAccepted, sweepEmailChanges } from './features/account/email/queries.ts';
import { emailChangeRoutes } from './features/account/email/routes.ts';
import { accountRoutes } from './features/account/routes.ts';
import { accountSessionRoutes } from './features/account/sessions/routes.ts';
import { sweepAttempts } from './features/auth/delays.ts';
import { sweepPendingSignIns } from './features/auth/pending-sign-in.ts';
import { authRoutes } from './features/auth/routes.ts';
import { sweepChallenges } from './features/auth/second-factor/challenges.ts';
import type { TellOwner } from './features/auth/second-factor/own.ts';
import { secondFactorRoutes } from './features/auth/second-factor/routes.ts';
import { sweepFlows } from './features/auth/sso/flows.ts';
import { ssoRoutes } from './features/auth/sso/routes.ts';
import type { SingleSignOn, SsoDeps } from './features/auth/sso/single-sign-on.ts';
import { stepUpRoutes } from './features/auth/step-up/routes.ts';
import { healthRoutes } from './features/boot/health/routes.ts';
import { serveLogo } from './features/boot/logo.ts';
import { mailboxRoutes } from './features/boot/mailbox/routes.ts';
import { portalFor } from './features/boot/portal.ts';
import { portalRoutes } from './features/boot/routes.ts';
import { serveSecurityTxt } from './features/boot/security-txt.ts';
import { createCaptcha } from './features/captcha/captcha.ts';
import { captchaRoutes } from './features/captcha/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { type Guests, guestRoutes, openGuests, signOfLife } from './features/guests/feature.ts';
import { ActivityCounts } from './features/log/activity/counts.ts';
import { activityRecorder } from './features/log/activity/recorder.ts';
import { activityRoutes } from './features/log/activity/routes.ts';
import { AuditChainer } from './features/log/audit/chainer.ts';
import { auditRoutes } from './features/log/audit/routes.ts';
import { noticeMail, tellOwner } from './features/notices/notices.ts';
import { chatMessage, Notifications } from './features/notifications/notifications.ts';
import { NotificationPreferences } from './features/notifications/preferences.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { mailSettingsChanges, settingsMail } from './features/notifications/settings-mail.ts';
import { Redirects } from './features/redirects/redirects.ts';
import { redirectRoutes } from './features/redirects/routes.ts';
import { knownAddressMail, verificationMail } from './features/registration/mails.ts';
import { sweepRegistrations } from './features/registration/registration.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { SettingsStore } from './features/settings/settings.ts';
import { BulkJobs } from './features/users/bulk/bulk-jobs.ts';
import { bulkJobRoutes } from './features/users/bulk/routes.ts';
import { ensureFirstAdmin, type FirstAdmin } from './features/users/first-admin.ts';
import { passwordMail } from './features/users/password-mail.ts';
import { userRoutes } from './features/users/routes.ts';
import { codeMail } from './features/verification/code-mail.ts';
import { DeliveryTimes } from './features/verification/delivery-times/delivery-times.ts';
import { sweepMailTimes } from './features/verification/delivery-times/queries.ts';
import { deliveryTimesRoutes } from './features/verification/delivery-times/routes.ts';
import { createGate } from './features/verification/gate/gate.ts';
import { gateRoutes } from './features/verification/gate/routes.ts';
import { mailAccepted, sweepVerifications } from './features/verification/queries.ts';
import { createReceipts } from './features/verification/receipts/receipts.ts';
import { receiptRoutes } from './features/verification/receipts/routes.ts';
import { verificationRoutes } from './features/verification/routes.ts';
import { recordVerified } from './features/verification/verified/result.ts';
import { verifiedRoutes } from './features/verification/verified/routes.ts';
import { webhookRoutes } from './features/verification/webhook/routes.ts';
import { openWebhooks, type Webhooks } from './features/verification/webhook/webhooks.ts';
import { createKernel } from './http/kernel.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveSockets } from './http/socket-handshake.ts';
import { serveWebApp } from './http/web-app.ts';
import { sweepLimits } from './limits/limit-counts.ts';
import { RowBudget } from './limits/row-budget.ts';
import { tellGuests } from './live/guest-news.ts';
import {
  createGuestSockets,
  GUEST_SOCKETS_MAX,
  type GuestSocketLimits,
  type GuestSockets,
  guestKey,
} from './live/guest-sockets.ts';
import { openBus } from './live/open-bus.ts';
import { createSockets } from './live/sockets.ts';
import { createHasher } from './passwords/hasher.ts';
import { leakedPasswords } from './passwords/leaked.ts';
import type { Log } from './process/log.ts';
import type { Metrics } from './process/metrics.ts';
import { deleteOldData } from './retention.ts';
import { sweepTerms } from './sessions/admin-history.ts';
import { Sessions } from './sessions/sessions.ts';
import { createTransact } from './sessions/transact.ts';
import { isLoopback } from './visitor/loopback.ts';
import type { Actor } from './visitor/visitor.ts';

export interface AppDeps {
  readonly log: Log;
  readonly clock?: Clock;
  /** Calls to the world outside, replaced in tests at the edge of the network. */
  readonly fetch?: typeof fetch;
  /** Whom DNS is asked of, and for how long, instead of the servers that the system knows. */
  readonly dns?: DnsAccess;
  /** How much room the disk with the data has. */
  readonly spaceAt?: typeof spaceAt;
  /** Connections at once, of all networks together. */
  readonly connectionsMax?: number;
  readonly guestSockets?: GuestSocketLimits;
  /** The built web app; without it only the API is served, as in `npm run dev`. */
  readonly webDir?: string;
}

export interface App
  extends Pick<Core, 'db' | 'keys' | 'hasher' | 'sessions' | 'transact'>,
    Pick<Guests, 'presence' | 'messages' | 'assignments' | 'help'> {
  readonly http: FastifyInstance;
  readonly redirects: Redirects;
  readonly settings: SettingsStore;
  readonly outbox: MailOutbox;
  readonly chat: Outbox<string>;
  /** Null where none is configured. */
  readonly webhooks: Webhooks | null;
  readonly deliveryTimes: DeliveryTimes;
  /** Null where no mailbox is named that mails come back to. */
  readonly bounces: Bounces | null;
  readonly guestSockets: GuestSockets;
  readonly notifications: Notifications;
  readonly disk: DiskSpace;
  readonly audit: AuditChainer;
  readonly firstAdmin: FirstAdmin | null;
  readonly metrics: Metrics | null;
  /** Removes what is no longer needed. The process does it by itself every ten minutes, tests call it. */
  sweep(): Promise<void>;
  /** Says on /healthz that it is about to close, which it then does so slowly that a proxy loses nothing. */
  leave(): void;
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 10 * 60_000;

async function openMetrics({ metricsPort }: Config): Promise<Metrics | null> {
  if (metricsPort === null) return null;
  const { createMetrics } = await import('./process/metrics.ts');
  return createMetrics(metricsPort);
}

/** Its library is loaded only where a provider is configured. */
async function openSingleSignOn(deps: SsoDeps): Promise<SingleSignOn | null> {
  const { oidc } = deps.config;
  if (oidc === null) return null;
  const { createSingleSignOn } = await import('./features/auth/sso/single-sign-on.ts');
  return createSingleSignOn(deps, oidc);
}

async function openCore(config: Config, deps: AppDeps) {
  const { log, clock = systemClock, fetch = globalThis.fetch, spaceAt: look = spaceAt } = deps;
  const database = await openDatabase(config, log);
  const { db, reader, keys } = database;
  const severalProcesses = database.pool !== null;
  const bus = await openBus(database, config.databaseUrl, log);
  const disk = new DiskSpace({ log, look: () => look(config.dataDir), reserve: new ReserveFile(config.dataDir, log) });
  const sessions = new Sessions({ db, clock, bus, log, config });
  const core: Core = {
    config,
    log,
    clock,
    keys,
    db,
    reader,
    // SQLite has one connection; of those of PostgreSQL most stay free for everything else.
    commit: groupCommit(db, severalProcesses ? 3 : 1),
    severalProcesses,
    rows: new RowBudget({ clock, most: config.rowBudget, isTight: () => disk.tight }),
    bus,
    sessions,
    transact: createTransact({ db, clock, sessions }),
    hasher: await createHasher(),
    leaked: leakedPasswords({ config, fetch, log }),
    fetch,
  };
  return { core, database, disk };
}

/** The one builder of the application: the process and every test use it. */
export async function buildApp(config: Config, deps: AppDeps): Promise<App> {
  const { core, database, disk } = await openCore(config, deps);
  const { db, log, clock, keys, hasher, sessions, bus, rows } = core;
  const captcha = createCaptcha(core);
  const gate = await createGate(core);
  const audit = new AuditChainer(core);
  await audit.start();
  const firstAdmin = await ensureFirstAdmin(core);

  const settings = new SettingsStore(core);
  await settings.load();
  const redirects = new Redirects(core);
  await redirects.load();
  const chat = createOutbox({
    ...core,
    channel: 'chat',
    jobs: [chatMessage],
    send: telegramSender(config.telegramApiRoot, () => settings.botToken(), core.fetch),
  });
  const notifications = new Notifications({ ...core, settings, chat });
  await notifications.load();
  const { notify } = notifications;
  const preferences = new NotificationPreferences(core);
  await preferences.load();
  const guests = await openGuests({ ...core, settings, notify });
  const { presence, messages, assignments, help } = guests;
  // The disk of a database server cannot be seen from here.
  if (config.databaseUrl === null) await disk.watch((freeMb) => notify({ kind: 'disk-tight', freeMb }));
  const { bounceImapUrl } = config.mail;
  const addresses = bounceImapUrl === null ? null : returnAddresses(config.mail.from, keys);
  const mail = await mailTransport(config, clock, addresses?.of ?? null);
  const mailDomains = new MailDomains({ ...core, dns: deps.dns });
  const mailNews = {
    onGuestState: (guestId: string) => presence.verificationChanged(guestId),
    onFailure: ({ recipient, guest_id }: OutboxRow, why: string) =>
      notify({ kind: 'mail-failure', recipient, guestId: guest_id, why }),
  };
  const outbox = createOutbox({
    ...core,
    channel: 'mail',
    jobs: [codeMail, passwordMail, verificationMail, knownAddressMail, settingsMail, noticeMail, emailChangeMail],
    send: mail.send,
    perMinute: config.mail.rate,
    onSent: async (trx, row, at) => {
      await mailAccepted(trx, row, at);
      await emailChangeMailAccepted(trx, row, at);
    },
    ...mailNews,
  });
  const deliveryTimes = new DeliveryTimes(core);
  await deliveryTimes.load();
  const bounces =
    bounceImapUrl === null || addresses === null
      ? null
      : createBounces({ ...core, ...mailNews, url: bounceImapUrl, addresses });
  mailSettingsChanges({ ...core, settings, outbox });
  const turns = mailTurns(clock);
  await outbox.recover();
  await chat.recover();
  const webhooks = await openWebhooks({ ...core, gate, notify });
  const bulkJobs = new BulkJobs({ ...core, outbox });
  await bulkJobs.recover();
  const sockets = createSockets(core);
  const guestSockets = createGuestSockets(core, deps.guestSockets);
  guestSockets.onOpen((guestId) => presence.connected(guestId));
  guestSockets.onClose((guestId, how) => presence.disconnected(guestId, how));
  tellGuests(bus, guestSockets, { messages, assignments, help, redirects });
  presence.onDelivery((guestId) => guestSockets.tell(guestKey(guestId)));

  const leaving = { begun: false };
  const guestSocketsMax = deps.guestSockets?.most ?? GUEST_SOCKETS_MAX;
  const http = createKernel({ ...core, leaving, connectionsMax: deps.connectionsMax, guestSocketsMax });
  const metrics = await openMetrics(config);
  metrics?.observe(http);
  serveOpenApi(http);
  const portal = { config, logoUrl: serveLogo(http, config.dataDir), settings };
  const record = activityRecorder(db);
  const seen = signOfLife(http, presence);
  healthRoutes(http, { ...core, leaving });
  portalRoutes(http, portal);
  serveSecurityTxt(http, core);
  captchaRoutes(http, { ...core, captcha });
  const signedInAgain = (trx: Trx, actor: Actor, at: number) => redirects.fulfil(trx, RE_LOGIN_PATH, actor, at);
  authRoutes(http, { ...core, captcha, notify, record, outbox, signedInAgain, settings });
  ssoRoutes(http, { config, sso: await openSingleSignOn({ ...core, notify, record, signedInAgain, outbox }) });
  const notices: { tellOwner: TellOwner } = {
    tellOwner: (trx, user, notice, from) => tellOwner(trx, { ...core, outbox }, user, notice, from),
  };
  stepUpRoutes(http, core);
  secondFactorRoutes(http, { ...core, ...notices });
  userRoutes(http, { ...core, ...notices, outbox, settings });
  bulkJobRoutes(http, { bulkJobs, sockets });
  accountRoutes(http, { ...core, settings, notify, redirects });
  accountSessionRoutes(http, core);
  emailChangeRoutes(http, { ...core, outbox, turns, mailDomains, notify });
  registrationRoutes(http, { ...core, captcha, outbox, turns });
  const counts = new ActivityCounts(core);
  const isListed = (guestId: string) => presence.guests.get(guestId) !== undefined;
  activityRoutes(http, { ...core, counts, isListed });
  auditRoutes(http, { ...core, isListed });
  verifiedRoutes(http, { ...core, isListed });
  settingsRoutes(http, { ...core, settings });
  gateRoutes(http, gate, { ...core, renewed: (guestId) => help.renewed(guestId) });
  verificationRoutes(http, {
    ...core,
    captcha,
    outbox,
    turns,
    presence,
    seen,
    notify,
    record,
    settings,
    mailDomains,
    usualSeconds: (domain) => deliveryTimes.usualSeconds(domain),
    wasHelped: (trx, guestId, since) => messages.wasSentSince(trx, guestId, since),
    onResult: async (trx, result) => {
      const pass = await gate.passOf(trx, result.guestSecret);
      const id = await recordVerified(trx, result, pass);
      await webhooks?.completed(trx, id, result, pass);
    },
    onVerified: async (id, { email, accepted_at }) => {
      deliveryTimes.verified(email, accepted_at);
      await assignments.verified(id);
      await help.verified(id);
    },
  });
  redirectRoutes(http, { ...core, redirects, messages, guests: guests.directory });
  const receipts = config.outcome.receipt ? await createReceipts({ ...core, gate }) : null;
  receiptRoutes(http, { ...core, settings, receipts });
  const usualSeconds = (domain: string) => deliveryTimes.usualSeconds(domain);
  guestRoutes(http, {
    ...core,
    guests,
    settings,
    notify,
    record,
    counts,
    sockets,
    captcha,
    outbox,
    turns,
    usualSeconds,
  });
  notificationRoutes(http, { ...core, notifications, preferences, sockets });
  webhookRoutes(http, { ...core, webhooks });
  const doing = { ...core, outbox, transport: mail };
  dashboardRoutes(http, { ...core, settings, preferences, bounces, audit, mailHealth: () => mailHealth(doing) });
  deliveryTimesRoutes(http, deliveryTimes);
  // A portal with a public name is behind a proxy, and some forward without a word.
  if (mail.mailbox !== null && isLoopback(config.publicUrl.hostname)) mailboxRoutes(http, mail.mailbox);
  if (deps.webDir !== undefined && existsSync(join(deps.webDir, 'index.html'))) {
    serveWebApp(http, { config, webDir: deps.webDir, portalFor: (request) => portalFor(portal, request.session) });
  }
  serveSockets(http, { ...core, sockets, guestSockets });
  metrics?.watch({
    ...core,
    socketsOpen: sockets.count,
    guestSocketsOpen: guestSockets.count,
    guestsOnline: () => presence.guests.online(),
    bounces,
  });
  await http.ready();

  const sweepAll = async () => {
    await settings.bringDueIntoForce();
    await sweepTerms(db, clock.now());
    await bulkJobs.sweep();
    await sessions.sweep();
    await notifications.sweep();
    await captcha.sweep(closing.signal);
    await gate.sweep(closing.signal);
    const sweeps = [
      sweepLimits,
      sweepVerifications,
      sweepRegistrations,
      sweepAttempts,
      sweepPendingSignIns,
      sweepChallenges,
      sweepMailTimes,
      sweepFlows,
      sweepEmailChanges,
    ];
    for (const sweepOld of sweeps) await sweepOld(db, clock.now(), closing.signal);
    presence.guests.sweep();
    turns.sweep();
    messages.sweep();
    await assignments.sweep(closing.signal);
    await audit.link();
    const old = { ...core, settings, notifications, messages, help };
    const deleted = await deleteOldData(old, closing.signal);
    if (deleted > 0) log.info({ rows: deleted }, 'old data deleted');
    await audit.check();
    await database.giveSpaceBack(closing.signal);
    const entries = rows.untold();
    if (entries > 0) {
      log.warn({ entries }, 'entries of strangers were not recorded, see ROW_BUDGET');
      notify({ kind: 'entries-missing', entries });
    }
  };
  const sweep = () => database.writingOften(sweepAll);
  const closing = new AbortController();
  let sweeping = Promise.resolve();
  const sweepTimer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error) => log.warn({ err: error }, 'sweeping failed, trying again later'));
  }, SWEEP_EVERY_MS);
  sweepTimer.unref();

  return {
    http,
    db,
    keys,
    hasher,
    sessions,
    transact: core.transact,
    messages,
    assignments,
    redirects,
    settings,
    help,
    outbox,
    chat,
    webhooks,
    deliveryTimes,
    bounces,
    presence,
    guestSockets,
    notifications,
    disk,
    audit,
    firstAdmin,
    metrics,
    sweep,
    leave() {
      leaving.begun = true;
    },
    async close() {
      clearInterval(sweepTimer);
      disk.close();
      closing.abort();
      await sweeping;
      sockets.close();
      guestSockets.close();
      await http.close();
      await bulkJobs.close();
      await captcha.close();
      await sessions.close();
      await bounces?.close();
      await presence.close();
      await deliveryTimes.close();
      await notifications.close();
      await chat.close();
      await webhooks?.close();
      await outbox.close();
      mail.close();
      mailDomains.close();
      await audit.close();
      await bus.close();
      await database.close();
    },
  };
}

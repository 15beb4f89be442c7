import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guest } from '../contract/guests/guests.ts';
import { RE_LOGIN_PATH } from '../contract/redirects/redirects.rules.ts';
import type { Config } from './config.ts';
import type { Core } from './core.ts';
import type { DiskSpace } from './db/disk-space.ts';
import type { OutboxRow, Trx } from './db/tables.ts';
import type { Bounces } from './delivery/bounces/bounces.ts';
import type { MailOutbox } from './delivery/mail.ts';
import type { DnsAccess } from './delivery/mail-domains.ts';
import { openMail } from './delivery/open-mail.ts';
import type { Outbox } from './delivery/outbox.ts';
import { stateOfMessage } from './delivery/outbox-queries.ts';
import type { Feature } from './feature.ts';
import { emailChangeMail } from './features/account/email/code-mail.ts';
import { emailChangeMailAccepted } from './features/account/email/queries.ts';
import { openAccount } from './features/account/feature.ts';
import { openAuth } from './features/auth/feature.ts';
import { openBoot } from './features/boot/feature.ts';
import { openCaptcha } from './features/captcha/feature.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { Help } from './features/guests/help/help.ts';
import { helpRoutes } from './features/guests/help/routes.ts';
import { guestActivityRoutes } from './features/guests/list/routes.ts';
import { Care } from './features/guests/messages/care.ts';
import type { GuestsSeen, Recipient } from './features/guests/messages/guests.ts';
import { careRoutes } from './features/guests/messages/routes.ts';
import { PresenceReplica } from './features/guests/presence/presence-replica.ts';
import { deleteCrowdedOut, deleteOldGuests } from './features/guests/presence/queries.ts';
import { Prompts } from './features/guests/prompts/prompts.ts';
import { promptRoutes } from './features/guests/prompts/routes.ts';
import type { AuditChainer } from './features/log/audit/chainer.ts';
import { openLog } from './features/log/feature.ts';
import { noticeMail } from './features/notices/notices.ts';
import { openNotifications } from './features/notifications/feature.ts';
import type { Notifications } from './features/notifications/notifications.ts';
import { mailSettingsChanges, settingsMail } from './features/notifications/settings-mail.ts';
import { Exits, sweepExits } from './features/redirects/exits.ts';
import { Redirects } from './features/redirects/redirects.ts';
import { redirectRoutes } from './features/redirects/routes.ts';
import { openRegistration } from './features/registration/feature.ts';
import { knownEmailMail, verificationMail } from './features/registration/mails.ts';
import { openSettings } from './features/settings/feature.ts';
import type { SettingsStore } from './features/settings/settings.ts';
import { openUsers } from './features/users/feature.ts';
import { ensureFirstAdmin, type FirstAdmin } from './features/users/first-admin.ts';
import { passwordMail } from './features/users/password-mail.ts';
import { codeMail } from './features/verification/code-mail.ts';
import type { DeliveryTimes } from './features/verification/delivery-times/delivery-times.ts';
import { openDeliveryTimes, openVerification } from './features/verification/feature.ts';
import { findByPublicId, mailAccepted } from './features/verification/queries.ts';
import { verificationFacts } from './features/verification/staff-view.ts';
import type { Webhooks } from './features/verification/webhook/webhooks.ts';
import { haltCookie } from './http/cookies.ts';
import { createKernel } from './http/kernel.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveSockets } from './http/socket-handshake.ts';
import { sweepLimits } from './limits/database-counts.ts';
import { PLACES } from './limits/limits.ts';
import { notifyGuests } from './live/guest-news.ts';
import { createGuestSockets, type GuestSocketLimits, type GuestSockets, guestKey } from './live/guest-sockets.ts';
import { createSockets } from './live/sockets.ts';
import { type CoreDeps, openCore } from './open-core.ts';
import type { Metrics } from './process/metrics.ts';
import { deleteOldData } from './retention.ts';
import type { Actor } from './visitor/visitor.ts';

export interface AppDeps extends CoreDeps {
  /** Whom DNS is asked of, and for how long, instead of the servers that the system knows. */
  readonly dns?: DnsAccess;
  /** Connections at once, of all networks together. */
  readonly connectionsMax?: number;
  readonly guestSockets?: GuestSocketLimits;
  /** The built web app; without it only the API is served, as in `npm run dev`. */
  readonly webDir?: string;
}

export interface App extends Pick<Core, 'db' | 'keys' | 'hasher' | 'sessions' | 'transact'> {
  readonly http: FastifyInstance;
  readonly prompts: Prompts;
  readonly redirects: Redirects;
  readonly settings: SettingsStore;
  readonly care: Care;
  readonly help: Help;
  readonly outbox: MailOutbox;
  readonly chat: Outbox<string>;
  /** Null where none is configured. */
  readonly webhooks: Webhooks | null;
  readonly deliveryTimes: DeliveryTimes;
  /** Null where no mailbox is named that mails come back to. */
  readonly bounces: Bounces | null;
  readonly presence: PresenceReplica;
  readonly guestSockets: GuestSockets;
  readonly notifications: Notifications;
  readonly disk: DiskSpace;
  readonly audit: AuditChainer;
  readonly firstAdmin: FirstAdmin | null;
  readonly metrics: Metrics | null;
  /** Removes what has expired. The process does it by itself every ten minutes, tests call it. */
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

/** The one builder of the application: the process and every test use it. */
export async function buildApp(config: Config, deps: AppDeps): Promise<App> {
  const { core, database, disk } = await openCore(config, deps);
  const { db, log, clock, keys, hasher, sessions, transact, bus, rows } = core;
  const leaving = { begun: false };

  const presence = new PresenceReplica({
    ...core,
    verifications: (since, of) => verificationFacts(core, since, of),
  });
  await presence.load();
  const isListed = (guestId: string) => presence.guests.get(guestId) !== undefined;
  const activity = await openLog(core, isListed);
  const firstAdmin = await ensureFirstAdmin(core);
  const sockets = createSockets(core);
  const guestSockets = createGuestSockets(core, deps.guestSockets);
  const { settings, ...settingsFeature } = await openSettings(core);
  const captcha = openCaptcha(core);
  const notifications = await openNotifications({ ...core, settings, sockets });
  const { notify } = notifications;
  // The disk of a database server cannot be seen from here.
  if (config.databaseUrl === null) await disk.watch((freeMb) => notify({ kind: 'disk-tight', freeMb }));
  const mail = await openMail({
    ...core,
    dns: deps.dns,
    jobs: [codeMail, passwordMail, verificationMail, knownEmailMail, settingsMail, noticeMail, emailChangeMail],
    onSent: async (trx, row, at) => {
      await mailAccepted(trx, row, at);
      await emailChangeMailAccepted(trx, row, at);
    },
    onGuestState: (guestId) => presence.verificationChanged(guestId),
    onFailure: ({ recipient, guest_id }: OutboxRow, why) =>
      notify({ kind: 'mail-failure', recipient, guestId: guest_id, why }),
  });
  const { outbox, turns } = mail;
  mailSettingsChanges({ ...core, settings, outbox });
  const { deliveryTimes, ...deliveryTimesFeature } = await openDeliveryTimes(core);

  const guests: GuestsSeen = {
    async factsOf(guestId) {
      const guest = presence.guests.get(guestId);
      const facts = presence.guests.factsOf(guestId);
      if (guest === undefined || facts === null) return null;
      // The address is asked for anew: staff press a button a moment after the guest has entered it.
      const verification = await findByPublicId(db, guestId);
      return {
        ...facts,
        ipAddress: guest.ip_address,
        location: guest.location,
        device: guest.device,
        email: verification?.email ?? null,
        outcome: verification?.verified_at ? 'verified' : facts.outcome,
        halted: help.isHalted(guestId),
      };
    },
    browsersAt: (ipAddress) => presence.guests.browsersAt(ipAddress),
  };
  const care = new Care({ ...core, mailState: (id) => stateOfMessage(db, id) });
  await care.load();
  const prompts = new Prompts({ ...core, settings, care, guests });
  await prompts.load();
  const redirects = new Redirects({ ...core, settings, care, guests });
  await redirects.load();
  const help = new Help({
    ...core,
    notify,
    withdrawWaiting: async (trx, browser) => {
      await prompts.withdrawFor(trx, browser);
      await redirects.withdrawFor(trx, browser);
    },
  });
  await help.load();
  guestSockets.onOpen((guestId) => presence.connected(guestId));
  guestSockets.onClose((guestId, how) => presence.disconnected(guestId, how));
  notifyGuests(bus, guestSockets, { prompts, redirects, care, help });
  presence.onDelivery((guestId) => guestSockets.notify(guestKey(guestId)));
  const helpOf = (guestId: string): Pick<Guest, 'help' | 'halted'> => {
    const asked = help.of(guestId);
    const halted = asked?.halted_at != null;
    if (asked?.reason == null || asked.asked_at === null) return { help: null, halted };
    return { help: { reason: asked.reason, since: new Date(asked.asked_at).toISOString() }, halted };
  };
  const halts = haltCookie(core);
  const recipientOf = (request: FastifyRequest): Recipient => {
    const guest = request.server.guestCookie.read(request);
    return {
      guestId: guest?.publicId ?? null,
      ipAddress: request.ipAddress,
      keepsHalt: halts.read(request, guest) !== null,
      visitor: () => request.server.visitorOf(request),
    };
  };
  const seen = (request: FastifyRequest) => {
    const guestId = request.server.guestCookie.publicId(request);
    if (guestId !== null) presence.seen(guestId, request.ipAddress);
  };

  const { record, counts, audit } = activity;
  const shared = {
    ...core,
    settings,
    notify,
    record,
    outbox,
    turns,
    sockets,
    redirects,
    presence,
    seen,
    isListed,
    deliveryTimes,
    captcha: captcha.captcha,
    mailDomains: mail.domains,
    signedInAgain: (trx: Trx, actor: Actor, at: number) => redirects.fulfil(trx, RE_LOGIN_PATH, actor, at),
  };
  const guestsFeature: Feature = {
    routes(http) {
      redirectRoutes(http, { ...shared, exits: new Exits({ ...core, care }), guests, recipientOf });
      promptRoutes(http, {
        ...shared,
        prompts,
        guests,
        recipientOf,
        isEnteringEmail: (guestIp) => presence.guests.isAnybodyAt(guestIp, 'Email Entry Page'),
      });
      careRoutes(http, { ...shared, care, guests, codeSent: (guestId) => presence.verificationChanged(guestId) });
      guestActivityRoutes(http, {
        ...shared,
        counts,
        arrived: (guestId, page, visitor) => care.arrived(guestId, page, visitor),
        waitingFor: (guestId, guestIp) => ({
          prompt: prompts.waitingFor(guestId) ?? prompts.waitingFor(guestIp),
          redirect: redirects.waitingFor(guestId) ?? redirects.waitingFor(guestIp),
        }),
        careOf: (guestId) => {
          const helper = care.claimOf(guestId);
          return { claimedBy: helper?.name ?? null, claimedById: helper?.id ?? null, steer: care.steerOf(guestId) };
        },
        helpOf,
        usualSeconds: (domain) => deliveryTimes.usualSeconds(domain),
      });
      helpRoutes(http, { ...shared, help, haltCookie: halts, isAttended: (guestId) => care.claimOf(guestId) !== null });
    },
    async sweep(closing) {
      await sweepExits(db, clock.now(), closing);
      presence.guests.sweep();
      care.sweep();
    },
    retention: ({ guests: before, staff }) => [
      (most) => deleteOldGuests(db, before, most),
      (most) => deleteCrowdedOut(db, most),
      (most) => prompts.deleteOld(before, most),
      (most) => redirects.deleteOldOfGuests(before, most),
      (most) => care.deleteOld(before, most),
      // As long as the entry about it: no admin ends a halt by a setting.
      (most) => help.deleteOldHalts(staff, most),
      (most) => help.deleteUnanswered(most),
    ],
    close: () => presence.close(),
  };
  const verification = await openVerification({
    ...shared,
    renewed: (guestId) => help.renewed(guestId),
    wasHelped: (trx, guestId, since) => care.wasSteered(trx, guestId, since),
    onVerified: async (guestId) => {
      await care.verified(guestId);
      await help.verified(guestId);
    },
  });
  const dashboard: Feature = {
    routes: (http) =>
      dashboardRoutes(http, { ...shared, ...notifications, ...activity, ...mail, mailHealth: mail.health }),
  };
  const features: readonly Feature[] = [
    activity,
    settingsFeature,
    captcha,
    notifications,
    guestsFeature,
    mail,
    deliveryTimesFeature,
    await openAuth(shared),
    await openUsers(shared),
    openAccount(shared),
    openRegistration(shared),
    verification,
    dashboard,
    openBoot({ ...shared, leaving, mailbox: mail.mailbox, webDir: deps.webDir }),
  ];

  const guestSocketsMax = deps.guestSockets?.most ?? PLACES.guestSockets.most;
  const http = createKernel({ ...core, leaving, connectionsMax: deps.connectionsMax, guestSocketsMax });
  const metrics = await openMetrics(config);
  metrics?.observe(http);
  serveOpenApi(http);
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

  const closing = new AbortController();
  const sweepAll = async () => {
    await sessions.sweep();
    await sweepLimits(db, clock.now(), closing.signal);
    for (const feature of features) await feature.sweep?.(closing.signal);
    const deleted = await deleteOldData(shared, features, closing.signal);
    if (deleted > 0) log.info({ rows: deleted }, 'old data deleted');
    await audit.check();
    await database.vacuumIncrementally(closing.signal);
    const entries = rows.untold();
    if (entries > 0) {
      log.warn({ entries }, 'entries of strangers were not recorded, see ROW_BUDGET');
      notify({ kind: 'entries-missing', entries });
    }
  };
  const sweep = () => database.withFrequentCheckpoints(sweepAll);
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
    transact,
    prompts,
    redirects,
    settings,
    care,
    help,
    outbox,
    chat: notifications.chat,
    webhooks: verification.webhooks,
    deliveryTimes,
    bounces: mail.bounces,
    presence,
    guestSockets,
    notifications: notifications.notifications,
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
      await sessions.close();
      for (const feature of features.toReversed()) await feature.close?.();
      await bus.close();
      await database.close();
    },
  };
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Core } from '../core.ts';
import type { Db } from '../db/tables.ts';
import type { Bounces } from '../delivery/bounces/bounces.ts';
import { createServer } from './node-http.ts';
import { ConfigError } from './start-error.ts';

interface Watched extends Pick<Core, 'config' | 'reader' | 'hasher'> {
  socketsOpen(): number;
  guestSocketsOpen(): number;
  guestsOnline(): number;
  readonly bounces: Bounces | null;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(port: number) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  let look = async () => {};

  return {
    observe(http: FastifyInstance): void {
      const requests = new Histogram({
        name: 'gatehouse_http_request_duration_seconds',
        help: 'Time until an answer was sent, by route and status',
        labelNames: ['method', 'route', 'status'],
        buckets: SECONDS,
        registers,
      });
      http.addHook('onResponse', (request, reply, done) => {
        // The route's pattern: attackers choose paths, and ids would create a series each.
        const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },

    watch({ config, reader, hasher, socketsOpen, guestSocketsOpen, guestsOnline, bounces }: Watched): void {
      const gauge = (name: string, help: string, labelNames: string[] = []) =>
        new Gauge({ name: `gatehouse_${name}`, help, labelNames, registers });
      const sockets = gauge('sockets', 'Open sockets of the back-office');
      const guestSockets = gauge('guest_sockets', 'Open sockets of guests and signed-in users');
      const guests = gauge('guests_online', 'Guests with an open page');
      const running = gauge('password_hashes_running', 'Passwords being hashed now');
      const queued = gauge('password_hashes_waiting', 'Passwords that wait to be hashed');
      const backup = gauge('last_backup_timestamp_seconds', 'When the last backup was made; 0 when there is none');
      const waiting = gauge('outbox_waiting', 'Messages that are not sent yet', ['channel']);
      const oldestHelp = 'When the oldest waiting message was queued; 0 when none waits';
      const oldest = gauge('outbox_oldest_timestamp_seconds', oldestHelp, ['channel']);
      const failures = new Counter({
        name: 'gatehouse_database_failures_total',
        help: 'How often these figures could not be read from the database',
        registers,
      });
      const returned = new Counter({
        name: 'gatehouse_returned_mail_total',
        help: 'Messages this process found in the mailbox of BOUNCE_IMAP_URL, by kind',
        labelNames: ['kind'],
        registers,
      });
      look = async () => {
        returned.reset();
        for (const [kind, count] of bounces?.counts() ?? []) returned.inc({ kind }, count);
        sockets.set(socketsOpen());
        guestSockets.set(guestSocketsOpen());
        guests.set(guestsOnline());
        running.set(hasher.load().running);
        queued.set(hasher.load().waiting);
        const stamp = await stat(join(config.dataDir, 'last-backup')).catch(() => null);
        backup.set(stamp === null ? 0 : Math.round(stamp.mtimeMs / 1000));
        const rows = await waitingMessages(reader).catch(() => null);
        if (rows === null) return failures.inc();
        for (const channel of ['mail', 'chat']) {
          const found = rows.find((row) => row.channel === channel);
          waiting.set({ channel }, found?.waiting ?? 0);
          oldest.set({ channel }, Math.round((found?.oldest ?? 0) / 1000));
        }
      };
    },

    listen(): Promise<void> {
      const server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
        look()
          .then(() => registry.metrics())
          .then(
            (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
            () => response.writeHead(500).end(),
          );
      });
      server.unref();
      return new Promise((listening, failed) => {
        server.once('error', (error: NodeJS.ErrnoException) => {
          const taken = new ConfigError('METRICS_PORT', `${port} is taken by another program`, '9465');
          failed(error.code === 'EADDRINUSE' ? taken : error);
        });
        server.listen(port, '127.0.0.1', listening);
      });
    },
  };
}

const waitingMessages = (reader: Db) =>
  reader
    .selectFrom('outbox')
    .select(({ fn }) => ['channel', fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest')])
    .where('state', 'in', ['queued', 'sending'])
    .groupBy('channel')
    .execute();

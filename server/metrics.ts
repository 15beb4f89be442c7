import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import { StartError } from './start-error.ts';

/** What is looked at when somebody asks for the figures; nothing of it is counted along the way. */
interface Watched {
  readonly config: Config;
  readonly reader: Db;
  readonly hasher: PasswordHasher;
  socketsOpen(): number;
  guestsOnline(): number;
}

export interface Metrics {
  /** Before the routes are made: each then tells how long its answers take. */
  observe(http: FastifyInstance): void;
  watch(parts: Watched): void;
  /** A port of its own on loopback: figures are for the machine's own monitoring, not for everybody who finds the portal. */
  listen(): Promise<void>;
}

/** From a poll that is answered from memory to a request that waits for everything. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Loaded only where METRICS_PORT is set, so that an installation that does not measure pays nothing. */
export function createMetrics(port: number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  return {
    observe(http) {
      const requests = new Histogram({
        name: 'gatehouse_http_request_duration_seconds',
        help: 'Time until an answer was sent, by route and status',
        labelNames: ['method', 'route', 'status'],
        buckets: SECONDS,
        registers,
      });
      http.addHook('onResponse', (request, reply, done) => {
        // The pattern of the route and not the path: strangers choose paths, and ids would make one series each.
        const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },

    watch({ config, reader, hasher, socketsOpen, guestsOnline }) {
      const gauge = (name: string, help: string, value: () => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(value());
          },
        });
      gauge('gatehouse_sockets', 'Open sockets of the back-office', socketsOpen);
      gauge('gatehouse_guests_online', 'Guests with an open page', guestsOnline);
      gauge('gatehouse_password_hashes_running', 'Passwords being hashed now', () => hasher.load().running);
      gauge('gatehouse_password_hashes_waiting', 'Passwords that wait to be hashed', () => hasher.load().waiting);
      watchBackup(registry, config.dataDir);
      watchOutbox(registry, reader);
    },

    listen: () => listenOnLoopback(registry, port),
  };
}

function watchBackup(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'gatehouse_last_backup_timestamp_seconds',
    help: 'When the last backup was made; 0 when none is known',
    registers: [registry],
    async collect() {
      const stamp = await stat(join(dataDir, 'last-backup')).catch(() => null);
      this.set(stamp === null ? 0 : Math.round(stamp.mtimeMs / 1000));
    },
  });
}

function watchOutbox(registry: Registry, reader: Db): void {
  const registers = [registry];
  const labelNames = ['channel'];
  const failures = new Counter({
    name: 'gatehouse_database_failures_total',
    help: 'How often the database could not be asked for these figures',
    registers,
  });
  const ask = () =>
    reader
      .selectFrom('outbox')
      .select(({ fn }) => ['channel', fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest')])
      .where('state', 'in', ['queued', 'sending'])
      .groupBy('channel')
      .execute()
      .catch(() => {
        failures.inc();
        return null;
      });
  // Both figures are collected at the same time and come from one answer.
  let asking: ReturnType<typeof ask> | null = null;
  const waitingBy = async (channel: 'mail' | 'chat') => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    const rows = await asking;
    return rows && { waiting: 0, oldest: 0, ...rows.find((row) => row.channel === channel) };
  };
  const gauge = (name: string, help: string, value: (found: { waiting: number; oldest: number }) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const channel of ['mail', 'chat'] as const) {
          const found = await waitingBy(channel);
          if (found !== null) this.set({ channel }, value(found));
        }
      },
    });
  gauge('gatehouse_outbox_waiting', 'Messages that are not sent yet', ({ waiting }) => waiting);
  gauge(
    'gatehouse_outbox_oldest_timestamp_seconds',
    'When the message was put that waits longest; 0 when none waits',
    ({ oldest }) => Math.round(oldest / 1000),
  );
}

function listenOnLoopback(registry: Registry, port: number): Promise<void> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.unref();
  return new Promise((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `METRICS_PORT: ${port} is taken by another program. Example: METRICS_PORT=9465`;
      failed(error.code === 'EADDRINUSE' ? new StartError(taken) : error);
    });
    server.listen(port, '127.0.0.1', listening);
  });
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import * as z from 'zod';
import type { HoldKey } from '../db/server-key.ts';
import { parseJson } from '../json.ts';
import type { Log } from '../log.ts';
import { type Bus, createListeners, type Topic } from './bus.ts';

const CHANNEL = 'gatehouse';
const COALESCE_MS = 20;
const RECONNECT_MS = 1_000;
/** A connection can end without a word; then nothing would be heard for hours, and nobody would know. */
const BEAT_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 3_000;
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const PAYLOAD_MAX = 7_500;

type Item = [topic: Topic, id: string];
const Payload = z.object({ from: z.string(), items: z.array(z.tuple([z.string(), z.string()])) });

/** Several processes on one PostgreSQL: LISTEN on a connection of its own, NOTIFY in small bundles. */
export async function postgresBus(pool: pg.Pool, url: string, log: Log, hold?: HoldKey | null): Promise<Bus> {
  const self = randomUUID();
  const listeners = createListeners();
  let client: pg.Client | null = null;
  let healthy = false;
  let closed = false;
  let waiting: Item[] = [];
  let sendTimer: NodeJS.Timeout | null = null;
  let reconnectTimer: NodeJS.Timeout | null = null;

  const receive = (payload = '') => {
    const message = parseJson(Payload, payload);
    // Anybody who may use the database can say something on the channel; what is not ours must not end the process.
    if (message === null || message.from === self) return;
    for (const [topic, id] of message.items) listeners.tellSelf(topic as Topic, id);
  };

  const lost = (lostClient: pg.Client) => {
    if (client !== lostClient) return;
    client = null;
    healthy = false;
    lostClient.end().catch((error) => log.debug({ err: error }, 'bus connection already closed'));
    if (!closed) reconnectTimer = setTimeout(() => void connect(), RECONNECT_MS);
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'gatehouse bus',
    });
    client = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', ({ payload }) => receive(payload));
    try {
      await next.connect();
      await hold?.(next);
      await next.query(`listen ${CHANNEL}`);
      // First forget, then trust: whatever was said while nobody listened is lost.
      listeners.tellGap();
      healthy = client === next;
    } catch (error) {
      log.warn({ err: error }, 'bus not connected, trying again');
      lost(next);
    }
  };

  const beat = setInterval(() => {
    const asked = client;
    if (asked === null || !healthy) return;
    asked.query('select 1').catch((error) => {
      log.warn({ err: error }, 'bus connection is silent');
      lost(asked);
    });
  }, BEAT_EVERY_MS).unref();

  const payloadOf = (items: Item[]) => JSON.stringify({ from: self, items });

  const send = async () => {
    sendTimer = null;
    const bundle: Item[] = [];
    let size = 100;
    while (waiting.length > 0 && size + JSON.stringify(waiting[0]).length < PAYLOAD_MAX) {
      const item = waiting.shift() as Item;
      size += JSON.stringify(item).length + 1;
      bundle.push(item);
    }
    try {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, payloadOf(bundle)]);
    } catch (error) {
      // Said again until it is heard: another process would otherwise keep an ended session alive.
      waiting = [...bundle, ...waiting];
      log.warn({ err: error }, 'bus message not sent, trying again');
      if (!closed) sendTimer ??= setTimeout(() => void send(), RECONNECT_MS);
      return;
    }
    if (waiting.length > 0) sendTimer ??= setTimeout(() => void send(), COALESCE_MS);
  };

  await connect();
  return {
    ...listeners,
    get healthy() {
      return healthy;
    },
    publish(topic, id) {
      listeners.tellSelf(topic, id);
      waiting.push([topic, id]);
      sendTimer ??= setTimeout(() => void send(), COALESCE_MS);
    },
    async publishIn(trx, topic, id) {
      await sql`select pg_notify(${CHANNEL}, ${payloadOf([[topic, id]])})`.execute(trx);
    },
    async close() {
      closed = true;
      healthy = false;
      clearInterval(beat);
      if (reconnectTimer !== null) clearTimeout(reconnectTimer);
      if (sendTimer !== null) clearTimeout(sendTimer);
      if (waiting.length > 0) await send();
      if (sendTimer !== null) clearTimeout(sendTimer);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

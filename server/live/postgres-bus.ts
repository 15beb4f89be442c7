import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import * as z from 'zod';
import type { HoldKey } from '../db/server-key.ts';
import { afterCommit } from '../db/transact.ts';
import type { Log } from '../process/log.ts';
import { StartError } from '../process/start-error.ts';
import { parseJson } from '../text/json.ts';
import { type Bus, createListeners, idsToPublish, type Topic } from './bus.ts';

const CHANNEL = 'gatehouse';
const COALESCE_MS = 20;
const RECONNECT_MS = 1_000;
/** Detects connections that died silently. */
const BEAT_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 3_000;
const HEARD_WITHIN_MS = 15_000;
/** PostgreSQL's limit is 8,000 bytes; the number of a message takes some. */
const PAYLOAD_MAX = 7_900;

type Item = string;
const itemOf = (topic: Topic, id: string): Item => JSON.stringify([topic, id]);
const Payload = z.object({ from: z.string(), items: z.array(z.tuple([z.string(), z.string()])) });

/** LISTEN on its own connection, NOTIFY in batches. Decision 21. */
export async function postgresBus(pool: pg.Pool, url: string, log: Log, hold?: HoldKey | null): Promise<Bus> {
  const self = randomUUID();
  const listeners = createListeners();
  let client: pg.Client | null = null;
  let healthy = false;
  let closed = false;
  let waiting = new Set<Item>();
  let sendTimer: NodeJS.Timeout | null = null;
  let reconnectTimer: NodeJS.Timeout | null = null;

  /**
   * If a commit's answer is lost, its own messages must count when they arrive. These sets hold commits that were only answered or only
   * heard so far, so that each counts once.
   */
  const answeredFirst = new Set<string>();
  const heardFirst = new Set<string>();
  let committing = 0;

  const receive = (payload = '') => {
    const message = parseJson(Payload, payload);
    // Anyone with database access can NOTIFY, so ignore malformed messages.
    if (message === null || message.from === self || answeredFirst.delete(message.from)) return;
    if (message.from.startsWith(`${self} `)) heardFirst.add(message.from);
    for (const [topic, id] of message.items) listeners.notify(topic as Topic, id);
  };

  const lost = (lostClient: pg.Client) => {
    if (client !== lostClient) return;
    client = null;
    healthy = false;
    lostClient.end().catch((error) => log.debug({ err: error }, 'bus connection already closed'));
    if (!closed) reconnectTimer = setTimeout(reconnect, RECONNECT_MS);
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
      await hearItself(next);
      // Messages were lost meanwhile, so drop caches before trusting the bus.
      answeredFirst.clear();
      heardFirst.clear();
      listeners.gapOccurred();
      healthy = client === next;
    } catch (error) {
      lost(next);
      throw error;
    }
  };

  const notConnected = (error: unknown) => log.warn({ err: error }, 'bus not connected, trying again');
  const reconnect = () => void connect().catch(notConnected);

  const beat = setInterval(() => {
    const asked = client;
    if (asked === null || !healthy) return;
    asked.query('select 1').catch((error) => {
      log.warn({ err: error }, 'bus connection is silent');
      lost(asked);
    });
  }, BEAT_EVERY_MS).unref();

  const payloadOf = (items: Iterable<Item>, from: string = self) =>
    `{"from":"${from}","items":[${[...items].join(',')}]}`;

  /** A transaction pooler accepts LISTEN but delivers nothing: sessions that ended elsewhere would stay alive here. */
  const hearItself = async (listening: pg.Client) => {
    const word = payloadOf([]);
    const heard = Promise.withResolvers<'heard'>();
    const listener = ({ payload }: pg.Notification) => payload === word && heard.resolve('heard');
    listening.on('notification', listener);
    try {
      // Through the pool, because this connection might be pinned.
      await pool.query('select pg_notify($1, $2)', [CHANNEL, word]);
      if ((await Promise.race([heard.promise, wait(HEARD_WITHIN_MS, 'silence', { ref: false })])) === 'heard') return;
      throw new StartError(
        'DATABASE_URL: NOTIFY does not get through. A pooler in transaction or statement mode causes this: connect to PostgreSQL directly, or use a pooler in session mode.',
      );
    } finally {
      listening.off('notification', listener);
    }
  };

  const takeBundle = (items: Set<Item>): Item[] => {
    const bundle: Item[] = [];
    let size = Buffer.byteLength(payloadOf([]));
    for (const item of items) {
      size += Buffer.byteLength(item) + 1;
      if (size > PAYLOAD_MAX && bundle.length > 0) break;
      bundle.push(item);
      items.delete(item);
    }
    return bundle;
  };

  const send = async () => {
    sendTimer = null;
    const bundle = takeBundle(waiting);
    try {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, payloadOf(bundle)]);
    } catch (error) {
      // Must be retried, or another process keeps an ended session alive.
      waiting = new Set([...bundle, ...waiting]);
      log.warn({ err: error }, 'bus message not sent, trying again');
      if (!closed) sendTimer ??= setTimeout(() => void send(), RECONNECT_MS);
      return;
    }
    if (waiting.size > 0) sendTimer ??= setTimeout(() => void send(), COALESCE_MS);
  };

  const stop = () => {
    closed = true;
    healthy = false;
    clearInterval(beat);
    if (reconnectTimer !== null) clearTimeout(reconnectTimer);
    if (sendTimer !== null) clearTimeout(sendTimer);
  };

  const publish = (topic: Topic, ...all: readonly string[]) => {
    const ids = idsToPublish(all);
    listeners.notify(topic, ...ids);
    for (const id of ids) waiting.add(itemOf(topic, id));
    sendTimer ??= setTimeout(() => void send(), COALESCE_MS);
  };

  await connect().catch((error) => {
    if (!(error instanceof StartError)) return notConnected(error);
    stop();
    throw error;
  });
  return {
    ...listeners,
    get healthy() {
      return healthy;
    },
    publish,
    async publishIn(trx, topic, ...all) {
      const ids = idsToPublish(all);
      const items = new Set(ids.map((id) => itemOf(topic, id)));
      while (items.size > 0) {
        const bundle = takeBundle(items);
        committing += 1;
        const from = `${self} ${committing}`;
        afterCommit(trx, () => {
          if (heardFirst.delete(from)) return;
          if (healthy) answeredFirst.add(from);
          for (const item of bundle) listeners.notify(...(JSON.parse(item) as [Topic, string]));
        });
        await sql`select pg_notify(${CHANNEL}, ${payloadOf(bundle, from)})`.execute(trx);
      }
    },
    async close() {
      stop();
      if (waiting.size > 0) await send();
      if (sendTimer !== null) clearTimeout(sendTimer);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

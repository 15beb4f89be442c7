import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { PortalEvent } from '../../contract/programs/events.ts';
import type { EventType } from '../../contract/programs/webhooks.rules.ts';
import type { OutcomeEvent } from '../../contract/programs/webhooks.ts';
import { freePort } from '../../scripts/free-port.ts';
import { listenOn } from './listen.ts';

export const WEBHOOK_SECRET = `whsec_${Buffer.from('a-secret-of-the-tests-32-bytes-!').toString('base64')}`;

interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: OutcomeEvent;
}

type Behaviour = number | 'silent' | 'cut' | ((response: ServerResponse) => void);

/** A webhook receiver on loopback that can misbehave. */
export class WebhookTarget {
  readonly received: Received[] = [];
  readonly port: number;
  /** A status, no answer, a connection cut before anything is read, or a custom answer. */
  behaviour: Behaviour = 204;
  readonly #tls: ServerOptions | undefined;
  #server: Server | null = null;

  private constructor(port: number, tls?: ServerOptions) {
    this.port = port;
    this.#tls = tls;
  }

  static async start(tls?: ServerOptions): Promise<WebhookTarget> {
    const target = await WebhookTarget.listening(tls);
    onTestFinished(() => target.close());
    return target;
  }

  /** The caller has to close it. */
  static async listening(tls?: ServerOptions): Promise<WebhookTarget> {
    const target = new WebhookTarget(await freePort(), tls);
    await target.open();
    return target;
  }

  get url(): string {
    return `${this.#tls ? 'https://localhost' : 'http://127.0.0.1'}:${this.port}/hooks/gatehouse?key=kept-secret`;
  }

  get env(): Record<string, string> {
    return { OUTCOME_WEBHOOK_URL: this.url, OUTCOME_WEBHOOK_SECRET: WEBHOOK_SECRET };
  }

  get eventsEnv(): Record<string, string> {
    return { EVENTS_WEBHOOK_URL: this.url, EVENTS_WEBHOOK_SECRET: WEBHOOK_SECRET };
  }

  async open(): Promise<void> {
    const listener: RequestListener = (request, response) => {
      if (this.behaviour === 'cut') return void request.socket.destroy();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => undefined);
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const { headers, url: path = '' } = request;
        this.received.push({ path, id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) });
        if (typeof this.behaviour === 'function') this.behaviour(response);
        else if (typeof this.behaviour === 'number') response.writeHead(this.behaviour).end('{}');
      });
    };
    const server = this.#tls ? createTlsServer(this.#tls, listener) : createServer(listener);
    await listenOn(server, this.port);
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }

  /** What it received as a target for events. */
  get events(): PortalEvent[] {
    return this.received.map(({ body }) => JSON.parse(body));
  }

  eventsOf<Type extends EventType>(type: Type) {
    return this.events.filter((event): event is Extract<PortalEvent, { type: Type }> => event.type === type);
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type);
  }
}

/** The event of a signed message; throws if the signature is wrong. */
export const verifiedEvent = ({ body, headers }: Pick<Received, 'body' | 'headers'>) =>
  new Webhook(WEBHOOK_SECRET).verify(body, headers as Record<string, string>) as OutcomeEvent | PortalEvent;

import type { ClientRequest, IncomingMessage } from 'node:http';
import { type AgentOptions, request as httpsRequest } from 'node:https';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { request as httpRequest, STATUS_CODES } from '../process/node-http.ts';
import { PermanentFailure, RetryLater, Unreachable } from './job.ts';

type Target = NonNullable<Config['outcome']['webhook']>;

const PATIENCE_MS = 10_000;
/** The body is not used, only the status. */
const READ_MAX = 64 * 1024;

const GONE = 410;

interface SenderOptions extends Pick<AgentOptions, 'ca' | 'lookup'> {
  readonly patienceMs?: number;
}

export type SendWebhook = (body: string, id: string) => Promise<string>;

/** Also checks the resolved address (DNS rebinding). Follows no redirects and uses no proxy. */
export async function webhookSender(
  { url, secret, allowPrivate }: Target,
  clock: Clock,
  { patienceMs = PATIENCE_MS, ...connection }: SenderOptions = {},
): Promise<{ send: SendWebhook; close(): void }> {
  const { Webhook } = await import('standardwebhooks');
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } = await import('request-filtering-agent');
  const signer = new Webhook(secret);
  const isPlain = url.protocol === 'http:';
  // The configuration checked the host name, this checks its address.
  const allowed = isPlain ? { allowIPAddressList: ['127.0.0.1', '::1'] } : { allowPrivateIPAddress: allowPrivate };
  const agent = isPlain
    ? new RequestFilteringHttpAgent({ ...connection, ...allowed })
    : new RequestFilteringHttpsAgent({ ...connection, ...allowed });
  const request = isPlain ? httpRequest : httpsRequest;

  return {
    async send(body, id) {
      const at = new Date(clock.now());
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Gatehouse',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signer.sign(id, at, body),
      };
      const signal = AbortSignal.timeout(patienceMs);
      const outgoing = request(url, { method: 'POST', headers, agent, signal });
      outgoing.end(body);
      return judge(await answerOf(outgoing), clock.now());
    },
    close: () => agent.destroy(),
  };
}

function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(failureOf(error));
    outgoing.on('error', failed);
    outgoing.on('close', () => reject(new Unreachable('closed the connection')));
    outgoing.on('response', (response) => {
      // Errors after the status no longer matter.
      outgoing.off('error', failed).on('error', () => resolve(response));
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > READ_MAX) response.destroy();
      });
      response.on('error', () => resolve(response));
      response.on('close', () => resolve(response));
    });
  });
}

/** Without the receiver's text, which could repeat a guest's address. */
const statusOf = (code: number) => `${code} ${STATUS_CODES[code] ?? ''}`.trim();

function judge({ statusCode = 0, headers }: IncomingMessage, now: number): string {
  const status = statusOf(statusCode);
  if (statusCode >= 200 && statusCode < 300) return status;
  if (statusCode === GONE) throw new PermanentFailure(status);
  const seconds = secondsOf(headers['retry-after'], now);
  throw seconds === null ? new Error(status) : new RetryLater(status, seconds);
}

function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

const WORDS: Readonly<Record<string, string>> = {
  ABORT_ERR: 'timed out',
  ETIMEDOUT: 'timed out',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
};

const isCertificate = (code: string) => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code);

function wordsFor({ code = '', message }: NodeJS.ErrnoException): string {
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (/ is not allowed\. Because/.test(message)) return 'resolves to a private address';
  if (isCertificate(code)) return `its certificate is not valid (${code})`;
  if (code.startsWith('HPE_')) return 'did not answer in HTTP';
  return code === '' ? 'cannot be reached' : `cannot be reached (${code})`;
}

/** All deliveries have the same receiver, so its failure concerns all. */
const failureOf = (error: NodeJS.ErrnoException) => new Unreachable(wordsFor(error));

import { type ClientRequest, request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { type AgentOptions, request as httpsRequest } from 'node:https';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { PermanentFailure, RetryLater, Unreachable } from './job.ts';

type Target = NonNullable<Config['outcome']['webhook']>;

/** For the whole of a try, from looking up the name to the last byte that is read. */
const PATIENCE_MS = 10_000;
/** Nobody looks at what the other side says besides its status; more than this is not even read. */
const READ_MAX = 64 * 1024;

/** Asked no further, and not to be asked again: a program says so when it is gone for good. */
const GONE = 410;

interface SenderOptions extends Pick<AgentOptions, 'ca' | 'lookup'> {
  readonly patienceMs?: number;
}

export type SendWebhook = (body: string, id: string) => Promise<string>;

/**
 * Signed as Standard Webhooks say. The connection is made by an agent that looks at the address that the name has led to, and not
 * at the name: what was public a moment ago may be an address of our own network now. No redirect is followed, and no proxy asked.
 */
export async function webhookSender(
  { url, secret, allowPrivate }: Target,
  clock: Clock,
  { patienceMs = PATIENCE_MS, ...connection }: SenderOptions = {},
): Promise<{ send: SendWebhook; close(): void }> {
  const { Webhook } = await import('standardwebhooks');
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } = await import('request-filtering-agent');
  const signer = new Webhook(secret);
  const isPlain = url.protocol === 'http:';
  // Without encryption only this machine is spoken to, which the configuration has made sure of, but not the name.
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

/** The answer, as soon as its end or as much as anybody wants of it is there. */
function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(failureOf(error));
    outgoing.on('error', failed);
    // Also where the other side wants to go on with another protocol.
    outgoing.on('close', () => reject(new Unreachable('closed the connection')));
    outgoing.on('response', (response) => {
      // The status has been said, whatever becomes of the rest.
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

/** In our own words: the other side could repeat there whom it was told of. */
const statusOf = (code: number) => `${code} ${STATUS_CODES[code] ?? ''}`.trim();

function judge({ statusCode = 0, headers }: IncomingMessage, now: number): string {
  const status = statusOf(statusCode);
  if (statusCode >= 200 && statusCode < 300) return status;
  if (statusCode === GONE) throw new PermanentFailure(status);
  const seconds = secondsOf(headers['retry-after'], now);
  throw seconds === null ? new Error(status) : new RetryLater(status, seconds);
}

/** A number, or a date. */
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
  if (/ is not allowed\. Because/.test(message)) return 'leads to a private address';
  if (isCertificate(code)) return `its certificate is not valid (${code})`;
  if (code.startsWith('HPE_')) return 'did not answer in HTTP';
  return code === '' ? 'cannot be reached' : `cannot be reached (${code})`;
}

/** The next one would fare no better, because all of them go to the same place. */
const failureOf = (error: NodeJS.ErrnoException) => new Unreachable(wordsFor(error));

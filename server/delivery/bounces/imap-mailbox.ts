import type { ImapFlow } from 'imapflow';
import { withoutAddress, withoutSecrets } from '../outbox.ts';
import { decodedPart, statusPartOf } from './report.ts';

/** Ten times the size of a bounce of our emails. */
const MESSAGE_MAX_BYTES = 512 * 1024;
const STATUS_MAX_BYTES = 16 * 1024;
const RESPONSE_MAX_BYTES = 4 * 1024 * 1024;
const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;
export const VISIT_MS = 25_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const RECIPIENT_HEADERS = ['To', 'Delivered-To', 'X-Original-To', 'X-Envelope-To', 'Envelope-To'];

interface Account {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  readonly inTheClear: boolean;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The password contains a literal percent sign.
    return part;
  }
}

export function accountOf(address: string): Account {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    user: decoded(url.username),
    password: decoded(url.password),
    folder: decoded(url.pathname.replace(/^\//, '')) || 'INBOX',
    inTheClear: !secure && LOOPBACK.has(url.hostname),
  };
}

export interface MailboxVisit {
  isOpen(): boolean;
  /** UIDVALIDITY: once it changes, UIDs mean other messages. */
  readonly validity: string;
  messagesFrom(uid: number): Promise<number[]>;
  /** Null if the message is gone or too large. */
  recipients(uid: number): Promise<string | null>;
  deliveryStatus(uid: number): Promise<string | null>;
  remove(uids: readonly number[]): Promise<void>;
}

function visitOf(client: ImapFlow): MailboxVisit {
  /** After the connection closes, the client reports no results instead of an error. */
  const answered = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer;
    if (!client.usable) throw new Error('The connection was closed');
    return given;
  };
  return {
    isOpen: () => client.usable,
    validity: String(client.mailbox === false ? '' : client.mailbox.uidValidity),
    async messagesFrom(uid) {
      const found = await answered(client.search({ uid: `${uid}:*` }, { uid: true }));
      // An IMAP range ending in * always includes the last message.
      if (!found) throw new Error('The server did not list the messages');
      return found.filter((each) => each >= uid).sort((one, other) => one - other);
    },
    async recipients(uid) {
      const query = { uid: true, size: true, headers: RECIPIENT_HEADERS };
      const message = await answered(client.fetchOne(String(uid), query, { uid: true }));
      if (!message || (message.size ?? 0) > MESSAGE_MAX_BYTES) return null;
      return message.headers?.toString('utf8') ?? '';
    },
    async deliveryStatus(uid) {
      const query = { uid: true, bodyStructure: true };
      const message = await answered(client.fetchOne(String(uid), query, { uid: true }));
      const structure = message ? message.bodyStructure : undefined;
      const part = structure === undefined ? null : statusPartOf(structure);
      if (part === null) return null;
      const bodyParts = [{ key: part.part, start: 0, maxLength: STATUS_MAX_BYTES }];
      const fetched = await answered(client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true }));
      const bytes = fetched ? fetched.bodyParts?.get(part.part) : undefined;
      return bytes == null ? null : decodedPart(bytes, part.encoding);
    },
    async remove(uids) {
      if (uids.length > 0 && !(await client.messageDelete(uids.join(','), { uid: true })))
        throw new Error('The server did not delete the messages');
    },
  };
}

export function describeMailboxError(error: unknown, { user, password }: Account): string {
  const { authenticationFailed, responseText, code, message } = error as {
    authenticationFailed?: boolean;
    responseText?: string;
    code?: string;
  } & Error;
  if (authenticationFailed) return 'The server rejected the user name or password';
  const said = responseText ?? (message || code || 'unknown');
  return withoutSecrets(withoutAddress(password === '' ? said : said.replaceAll(password, '…'), user));
}

export async function visitMailbox<T>(
  account: Account,
  closing: AbortSignal,
  work: (visit: MailboxVisit) => Promise<T>,
): Promise<T> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: account.host,
    port: account.port,
    secure: account.secure,
    ...(!account.secure && { doSTARTTLS: !account.inTheClear }),
    auth: { user: account.user, pass: account.password },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    maxLineLength: RESPONSE_MAX_BYTES,
    maxLiteralSize: MESSAGE_MAX_BYTES,
    maxResponseSize: RESPONSE_MAX_BYTES,
    disableAutoIdle: true,
    disableCompression: true,
    logger: false,
  });
  // Without a listener, the error would end the process.
  client.on('error', () => undefined);
  const leave = () => client.close();
  const timer = setTimeout(leave, VISIT_MS);
  closing.addEventListener('abort', leave);
  try {
    closing.throwIfAborted();
    await client.connect();
    await client.mailboxOpen(account.folder);
    const result = await work(visitOf(client));
    await client.logout().catch(() => undefined);
    return result;
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', leave);
    client.close();
  }
}

import { connect } from 'node:net';
import { GUEST_SOCKET_PATH } from '../contract/live.ts';

const [TEXT, PING] = [0x81, 0x89];
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
/** 1001, as a page sends that is left; the mask is zero. */
const GOING_AWAY = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe9]);

interface RawSocket {
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

interface RawSocketOptions {
  readonly port: number;
  /** Of the machine, because one address does not have enough ports for ten thousand sockets. */
  readonly localAddress?: string;
  readonly headers: Readonly<Record<string, string>>;
  onNews(): void;
}

/** The socket of a guest's or user's page, as few bytes as it takes. Resolves with the first message. */
export function openRawSocket({ port, localAddress, headers, onNews }: RawSocketOptions): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(localAddress && { localAddress }) });
    const lines = [
      `GET ${GUEST_SOCKET_PATH} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `origin: http://127.0.0.1:${port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    const close = () => {
      socket.end(GOING_AWAY);
      return closed;
    };
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      if (!isOpen) {
        const head = rest.indexOf('\r\n\r\n');
        if (head < 0) return;
        const status = rest.toString('latin1', 9, 12);
        if (status !== '101') {
          reject(new Error(`The socket was answered with ${status}.`));
          return void socket.destroy();
        }
        isOpen = true;
        rest = rest.subarray(head + 4);
      }
      while (rest.length >= 2 && rest.length >= 2 + (rest[1] as number)) {
        const [kind, length] = [rest[0], rest[1] as number];
        const text = rest.toString('latin1', 2, 2 + length);
        rest = rest.subarray(2 + length);
        if (kind === PING) socket.write(PONG);
        if (kind !== TEXT) continue;
        if (text.includes('news')) onNews();
        else resolve({ closed, close });
      }
    });
    socket.on('error', reject);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => reject(new Error('socket lost')));
  });
}

/** Guest pages in a process of their own: each has a socket, listens on it and polls like the real one. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface Guest {
  readonly index: number;
  readonly cookie: string;
  /** The address in X-Forwarded-For. */
  readonly ip: string;
}

/** Commands from the benchmark. */
export type Order =
  | { readonly type: 'open'; readonly port: number; readonly guests: readonly Guest[] }
  /** From now on disconnected pages reconnect and poll, as after a restart. */
  | { readonly type: 'come back' }
  | { readonly type: 'close' };

/** Reports to the benchmark, with times of the machine's monotonic clock. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'open'; readonly count: number; readonly at: number }
  | { readonly type: 'news'; readonly index: number; readonly at: number };

const AT_ONCE = 50;
/** Connections use this many local addresses, because one address does not have enough ports. */
const SOURCES = 20;
const RETURN_WITHIN_MS = 3_000;
const PAUSE_MS = 2_000;
const PAUSE_MAX_MS = 60_000;
const POLLS = ['/api/guest/check-prompt', '/api/guest/check-redirect'];

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const [TEXT, PING] = [0x81, 0x89];

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const now = () => Number(process.hrtime.bigint()) / 1e6;
const report = (message: Report) => void process.send?.(message);

let open = 0;
let closing = false;
let comingBack = false;

function ask(port: number, { cookie, ip }: Guest): void {
  for (const path of POLLS)
    request({ port, path, agent, host: '127.0.0.1', headers: { cookie, 'x-forwarded-for': ip } }, (answer) =>
      answer.resume(),
    )
      .on('error', () => undefined)
      .end();
}

/** Resolves when the socket was opened or refused. */
function openPage(port: number, guest: Guest, failures = 0): Promise<void> {
  return new Promise((decided) => {
    let rest = Buffer.alloc(0);
    let isOpen = false;
    let heard = false;
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.${1 + (guest.index % SOURCES)}.1`,
      noDelay: true,
    });
    const lines = [
      'GET /ws/guest HTTP/1.1',
      `Host: localhost:${port}`,
      `Origin: http://localhost:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Cookie: ${guest.cookie}`,
      `X-Forwarded-For: ${guest.ip}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);

    const frames = () => {
      while (rest.length >= 2 && rest.length >= 2 + (rest[1] as number)) {
        const [kind, length] = [rest[0], rest[1] as number];
        const text = rest.toString('latin1', 2, 2 + length);
        rest = rest.subarray(2 + length);
        if (kind === PING) socket.write(PONG);
        if (kind !== TEXT) continue;
        if (text.includes('news')) report({ type: 'news', index: guest.index, at: now() });
        else if (!heard && comingBack) ask(port, guest);
        heard = true;
      }
      rest = Buffer.from(rest);
    };
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      const head = isOpen ? -1 : rest.indexOf('\r\n\r\n');
      if (!isOpen && head < 0) return;
      if (!isOpen) {
        if (!rest.toString('latin1', 0, 12).endsWith('101')) return void socket.destroy();
        rest = rest.subarray(head + 4);
        isOpen = true;
        open += 1;
        report({ type: 'open', count: open, at: now() });
        decided();
      }
      frames();
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      decided();
      if (isOpen) open -= 1;
      if (closing || !comingBack) return;
      const failed = heard ? 1 : failures + 1;
      const pause =
        failed === 1
          ? Math.random() * RETURN_WITHIN_MS
          : Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failed - 2)) * (1 + Math.random() / 4);
      setTimeout(() => void openPage(port, guest, failed), pause);
    });
  });
}

process.on('message', async (order: Order) => {
  if (order.type === 'come back') comingBack = true;
  else if (order.type === 'close') {
    closing = true;
    process.exit(0);
  } else {
    const waiting = [...order.guests];
    const some = async () => {
      for (let guest = waiting.pop(); guest !== undefined; guest = waiting.pop()) await openPage(order.port, guest);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
  }
});
report({ type: 'ready' });

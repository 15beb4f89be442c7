/** Guest pages in a process of their own: each has a socket, listens on it and polls like the real one. */
import { Agent, request } from 'node:http';
import { openRawSocket } from './raw-socket.ts';

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
async function openPage(port: number, guest: Guest, failures = 0): Promise<void> {
  const { index, cookie, ip } = guest;
  const comeBackAfter = (failed: number) => {
    if (closing || !comingBack) return;
    const pause =
      failed === 1
        ? Math.random() * RETURN_WITHIN_MS
        : Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failed - 2)) * (1 + Math.random() / 4);
    setTimeout(() => void openPage(port, guest, failed), pause);
  };
  try {
    const { closed } = await openRawSocket({
      port,
      localAddress: `127.0.${1 + (index % SOURCES)}.1`,
      headers: { cookie, 'x-forwarded-for': ip },
      onNews: () => report({ type: 'news', index, at: now() }),
    });
    open += 1;
    report({ type: 'open', count: open, at: now() });
    if (comingBack) ask(port, guest);
    void closed.then(() => {
      open -= 1;
      comeBackAfter(1);
    });
  } catch {
    comeBackAfter(failures + 1);
  }
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

import { once } from 'node:events';
import { freePort } from '../scripts/free-port.ts';
import type { Arrived } from './mail-sink.ts';
import { spawnNode } from './servers.ts';

export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

export type Mails = Awaited<ReturnType<typeof startMails>>;

/** The emails that the mail server of the benchmark has received. */
export async function startMails() {
  const port = await freePort();
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), NODE_COMPILE_CACHE: '.node/compile-cache' };
  const child = spawnNode(['bench/mail-sink.ts'], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  const unread = new Map<string, Arrived>();
  const waiting = new Map<string, (mail: Arrived) => void>();
  /** Addresses that got one. A guest of a benchmark asks once. */
  const reached = new Set<string>();
  let sentTwice = 0;
  child.on('message', (mail: Arrived) => {
    if (reached.has(mail.to)) sentTwice += 1;
    reached.add(mail.to);
    const reader = waiting.get(mail.to);
    if (reader === undefined) unread.set(mail.to, mail);
    else reader(mail);
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    pid: child.pid as number,
    sentTwice: () => sentTwice,
    /** The email to an address, once; null if it does not arrive within the time. */
    to(address: string, withinMs: number): Promise<Arrived | null> {
      const arrived = unread.get(address);
      if (unread.delete(address)) return Promise.resolve(arrived as Arrived);
      return new Promise((resolve) => {
        const end = (mail: Arrived | null) => {
          clearTimeout(patience);
          waiting.delete(address);
          resolve(mail);
        };
        const patience = setTimeout(end, withinMs, null);
        waiting.set(address, end);
      });
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

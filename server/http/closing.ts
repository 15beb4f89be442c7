import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextLook } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
/** A proxy that has not used a connection for so long is not just about to. */
const UNUSED_MS = 500;

/** A kept-alive connection becomes idle when its last request is answered; nothing else would close it then. */
export function closeIdleFromNowOn(server: Server): void {
  const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  server.once('close', () => clearInterval(closing));
  closing.unref();
}

const QUIET_MS = 0.2;
const LOOKS_MAX = 200;

/** A moment in which the loop has just looked for connections and had hardly anything else to do since. */
async function quietMoment(): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const began = performance.now();
    await nextLook();
    if (performance.now() - began < QUIET_MS) return;
  }
}

/**
 * Stops listening and lets connections end by their own: each with its next answer, which says so, or when it is not used
 * any more. Node would close the unused ones at once, and what a proxy is sending on one of them at that moment would be
 * lost. The same happens to connections that nobody has accepted yet; right after the loop has looked there are none.
 */
export async function stopListening(server: Server): Promise<void> {
  await quietMoment();
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  setTimeout(() => closeIdleFromNowOn(server), UNUSED_MS).unref();
  await closed;
}

import { Worker } from 'node:worker_threads';

/**
 * Starts busy loops for runs under stress. They are threads of this process, which does not wait for them, and they end
 * with it.
 */
export function burn(loops: number): void {
  for (let started = 0; started < loops; started += 1) new Worker('for (;;);', { eval: true }).unref();
}

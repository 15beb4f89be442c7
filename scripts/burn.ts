import { Worker } from 'node:worker_threads';

/**
 * Loops that do nothing but take time from everything else, for runs under stress. They are threads of this process, which
 * does not wait for them, and none of them outlives it, however it ends.
 */
export function burn(loops: number): void {
  for (let started = 0; started < loops; started += 1) new Worker('for (;;);', { eval: true }).unref();
}

import type { Clock } from '../server/clock.ts';

/** Thrown by every wait when the demo ends. */
export class Stopped extends Error {}

/**
 * Stands still while the past is written, then runs fast until it has caught up: some guests get stuck only after
 * minutes.
 */
export class DemoClock implements Clock {
  #at: number;
  #running: { readonly from: number; readonly began: number; readonly takesMs: number; readonly speed: number } | null =
    null;
  readonly #waiting = new Set<() => void>();
  #isStopped = false;

  constructor(at: number) {
    this.#at = at;
  }

  readonly now = (): number => {
    if (this.#running === null) return this.#at;
    const { from, began, takesMs, speed } = this.#running;
    const elapsed = performance.now() - began;
    return elapsed >= takesMs ? Date.now() : Math.floor(from + elapsed * speed);
  };

  moveTo(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  run(takesMs: number): void {
    const behindMs = Math.max(0, Date.now() - this.#at);
    this.#running = { from: this.#at, began: performance.now(), takesMs, speed: 1 + behindMs / takesMs };
  }

  get hasCaughtUp(): boolean {
    return this.#running !== null && performance.now() - this.#running.began >= this.#running.takesMs;
  }

  /** Waits in demo time. `wakable` receives a function that ends the wait early. */
  wait(ms: number, wakable?: (wake: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) return reject(new Stopped());
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        if (this.#isStopped) reject(new Stopped());
        else resolve();
      };
      const timer = setTimeout(end, this.#realMs(ms));
      this.#waiting.add(end);
      wakable?.(end);
    });
  }

  stop(): void {
    this.#isStopped = true;
    for (const end of [...this.#waiting]) end();
  }

  #realMs(ms: number): number {
    if (this.#running === null) return ms;
    const { began, takesMs, speed } = this.#running;
    const fastLeft = Math.max(0, takesMs - (performance.now() - began));
    return ms <= fastLeft * speed ? ms / speed : fastLeft + (ms - fastLeft * speed);
  }
}

import type { Clock } from '../server/clock.ts';

/** Thrown by every wait when the demo ends. */
export class Stopped extends Error {}

/**
 * The time of the demo. While its past is written it stands where it is set; then it runs faster than the world's until it has
 * caught up, because some guests get stuck only after minutes and nobody wants to watch them do it.
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

  /** Never backwards: what is written later is not older. */
  moveTo(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  /** From where it stands it is the time of the world after so many milliseconds. */
  run(takesMs: number): void {
    const behindMs = Math.max(0, Date.now() - this.#at);
    this.#running = { from: this.#at, began: performance.now(), takesMs, speed: 1 + behindMs / takesMs };
  }

  /** Whether it shows the time of the world. */
  get hasCaughtUp(): boolean {
    return this.#running !== null && performance.now() - this.#running.began >= this.#running.takesMs;
  }

  /** For so long by this clock; `wakable` gets what ends it before. */
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

  /** Nobody waits any longer, from now on. */
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

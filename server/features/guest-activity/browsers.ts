import type { Clock } from '../../clock.ts';
import type { Visitor } from '../../visitor/visitor.ts';

const REMEMBERED_MAX = 10_000;
const STAYS_MS = 1_500;

interface Browser {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
  readonly page: string;
  readonly since: number;
  seenAt: number;
}

/** Which browsers are in the guest flow, by their public ids. */
export class Browsers {
  readonly #clock: Clock;
  readonly #known = new Map<string, Browser>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(id: string): Browser | undefined {
    return this.#known.get(id);
  }

  viewed(id: string, page: string, { ipAddress, location, device }: Visitor): void {
    const now = this.#clock.now();
    const since = this.#known.get(id)?.since ?? now;
    this.#known.delete(id);
    this.#known.set(id, { ipAddress, location, device, page, since, seenAt: now });
    if (this.#known.size > REMEMBERED_MAX) this.#known.delete(this.#known.keys().next().value as string);
  }

  seen(id: string): void {
    const browser = this.#known.get(id);
    if (browser !== undefined) browser.seenAt = this.#clock.now();
  }

  at(ipAddress: string): string[] {
    return [...this.#known].flatMap(([id, browser]) =>
      browser.ipAddress === ipAddress && browser.seenAt - browser.since >= STAYS_MS ? [id] : [],
    );
  }
}

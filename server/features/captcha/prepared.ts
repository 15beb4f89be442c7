import { setTimeout as pause } from 'node:timers/promises';
import { busy } from '../../errors.ts';
import { type Caller, Turns } from '../../limits/fair-shares.ts';
import { PLACES } from '../../limits/limits.ts';

const READY = 64;
/** Limits the work to a third of a core. */
const BATCH = 30;
const BATCH_EVERY_MS = 20;

interface Waiter<Item> {
  resolve(item: Item): void;
  reject(error: unknown): void;
}

/** Challenges are made ahead at a fixed rate, so that a flood of requests causes no flood of work. Networks take turns. */
export class Prepared<Kind extends string, Item> {
  readonly #make: (kind: Kind) => Promise<Item>;
  readonly #kinds = new Map<Kind, { readonly ready: Item[]; readonly waiting: Turns<Waiter<Item>> }>();
  readonly #closing = new AbortController();
  #waiting = 0;
  #making: Promise<void> | null = null;

  constructor(make: (kind: Kind) => Promise<Item>) {
    this.#make = make;
  }

  async take(kind: Kind, caller: Caller): Promise<Item> {
    const stock = this.#stockOf(kind);
    const item = stock.ready.pop();
    this.#making ??= this.#makeAll();
    if (item !== undefined) return item;
    if (this.#waiting >= PLACES.captchas.most && caller.known === undefined) throw busy();
    this.#waiting += 1;
    const waited = new Promise<Item>((resolve, reject) => stock.waiting.push(caller, { resolve, reject }));
    return waited.finally(() => {
      this.#waiting -= 1;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#making;
  }

  #stockOf(kind: Kind) {
    const stock = this.#kinds.get(kind) ?? { ready: [], waiting: new Turns<Waiter<Item>>() };
    this.#kinds.set(kind, stock);
    return stock;
  }

  #nextKind(): Kind | undefined {
    const short = [...this.#kinds].filter(([, { ready, waiting }]) => waiting.size > 0 || ready.length < READY);
    const [kind] = short.find(([, { waiting }]) => waiting.size > 0) ?? short[0] ?? [];
    const stock = kind && this.#kinds.get(kind);
    if (kind && stock) {
      this.#kinds.delete(kind);
      this.#kinds.set(kind, stock);
    }
    return kind;
  }

  async #makeAll(): Promise<void> {
    let made = 0;
    for (let kind = this.#nextKind(); kind !== undefined && !this.#closing.signal.aborted; kind = this.#nextKind()) {
      await this.#makeOne(kind);
      made += 1;
      if (made % BATCH === 0) await pause(BATCH_EVERY_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
    this.#making = null;
  }

  async #makeOne(kind: Kind): Promise<void> {
    const { ready, waiting } = this.#stockOf(kind);
    try {
      const item = await this.#make(kind);
      const first = waiting.shift();
      if (first === undefined) ready.push(item);
      else first.resolve(item);
    } catch (error) {
      waiting.shift()?.reject(error);
    }
  }
}

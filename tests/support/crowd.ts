import type { TestApp } from './app.ts';

/**
 * Strangers, each of a network of their own, who take places in the queue for passwords until told to leave: all that they
 * can have, or as many as make it so full.
 */
export function crowd({ hasher }: TestApp, pressure = 1): { leave(): Promise<void> } {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const places: Promise<unknown>[] = [];
  let isFull = false;
  for (let index = 0; !isFull && hasher.pressure() < pressure; index += 1) {
    const before = hasher.pressure();
    places.push(hasher.withPlace({ address: `10.${index >> 8}.${index & 255}.1` }, () => left).catch(() => {}));
    isFull = hasher.pressure() === before;
  }
  return {
    async leave() {
      leave();
      await Promise.all(places);
    },
  };
}

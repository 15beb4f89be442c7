import type { TestApp } from './app.ts';

/**
 * Fills the queue for password hashing from many networks until told to leave: up to the given pressure, or as far as
 * the queue lets it.
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

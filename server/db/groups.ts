export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Runs together what arrives in one turn of the event loop, at most so many at once and one group after the other; each
 * caller gets its own outcome. When the run itself fails, so have all of its group.
 */
export function inGroups<Item, Value>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Outcome<Value>[]>,
): (item: Item) => Promise<Value> {
  let queue: { readonly item: Item; settle(outcome: Outcome<Value>): void }[] = [];
  let running = false;

  const runAll = async () => {
    running = true;
    while (queue.length > 0) {
      const group = queue.slice(0, most);
      queue = queue.slice(most);
      const outcomes = await run(group.map(({ item }) => item)).catch((error) => group.map(() => ({ error })));
      for (const [index, { settle }] of group.entries()) settle(outcomes[index] as Outcome<Value>);
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Value>) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error));
      queue.push({ item, settle });
      if (!running && queue.length === 1) setImmediate(() => void runAll());
    });
}

interface Named {
  label: string;
  words?: string;
}

/** Every typed word begins a word of the item. */
export const matches = ({ label, words = '' }: Named, text: string): boolean => {
  const has = `${label} ${words}`.toLowerCase().split(/[\s/,-]+/);
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => has.some((each) => each.startsWith(word)));
};

/** Those whose label begins with the text come first. */
export function matching<Item extends Named>(items: readonly Item[], text: string): Item[] {
  const typed = text.trim().toLowerCase();
  const found = items.filter((item) => matches(item, text));
  const isFirst = ({ label }: Item) => label.toLowerCase().startsWith(typed);
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))];
}

interface Named {
  label: string;
  words?: string;
}

export function matching<Item extends Named>(items: readonly Item[], text: string): Item[] {
  const typed = text.trim().toLowerCase();
  const wanted = typed.split(/\s+/);
  const found = items.filter(({ label, words = '' }) => {
    const has = `${label} ${words}`.toLowerCase().split(/[\s/,-]+/);
    return wanted.every((word) => has.some((each) => each.startsWith(word)));
  });
  const isFirst = ({ label }: Item) => label.toLowerCase().startsWith(typed);
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))];
}

/** Names and addresses that differ only in case or in how a letter is encoded are the same. */
export function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** For finding and sorting: accents count no more than case does. "Müller" is found by "muller" and the other way. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFKC');
}

/** Equal for names that differ only in case or encoding. */
export function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Also ignores accents: "muller" finds "Müller". */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFKC');
}

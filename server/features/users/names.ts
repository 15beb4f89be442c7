/** Names and addresses that differ only in case or in how a letter is encoded are the same. */
export function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** "mira@example.com" → "m•••@example.com": enough to recognise, too little to write to. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`;
}

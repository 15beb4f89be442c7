/** "abcdef", "654321", "aaaaaa": the list leaves these out, because its makers find them by rule as well. */
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) as number);
  const step = (codes[1] as number) - (codes[0] as number);
  return (
    Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] as number) === step)
  );
}

/** Letters alone: what people put behind a word or in place of its spaces makes it no harder to guess. */
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/** Whether it is made of one or two words that anybody who knows the person or the place would try. */
export function isGuessable(password: string, words: readonly string[]): boolean {
  const known = [...new Set(words.map(letters))].filter((word) => word.length >= 3);
  const rest = letters(password);
  return known.some((word) => rest === word || (rest.startsWith(word) && known.includes(rest.slice(word.length))));
}

export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.normalize('NFKC').toLowerCase();
  if (isRun(folded)) return true;
  // Read when somebody chooses a password: the list is large, and most of the time nobody needs it. It is gone through as it is,
  // which takes some milliseconds; anything faster would be a second copy in memory.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].some((common) => String(common).toLowerCase() === folded);
}

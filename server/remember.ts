/** The same few answers again and again; forgotten when there are too many, because anybody can make some up. */
export function remembering<Answer>(
  most: number,
  answer: (text: string) => Answer,
  isWorthIt: (answer: Answer) => boolean = () => true,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const fresh = answer(text);
    if (known.size >= most) known.clear();
    if (isWorthIt(fresh)) known.set(text, fresh);
    return fresh;
  };
}

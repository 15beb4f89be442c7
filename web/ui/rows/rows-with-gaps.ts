interface Item {
  index: number;
  start: number;
  end: number;
}

type Piece = { gap: number; key: string } | { index: number };

/** Rows in sight, and in the place of rows that are not drawn a gap of their height. */
export function rowsWithGaps(items: readonly Item[], top: number, bottom: number): Piece[] {
  const pieces: Piece[] = [];
  let filledTo = top;
  for (const { index, start, end } of items) {
    if (start > filledTo) pieces.push({ gap: start - filledTo, key: `before-${index}` });
    pieces.push({ index });
    filledTo = end;
  }
  if (bottom > filledTo) pieces.push({ gap: bottom - filledTo, key: 'after-all' });
  return pieces;
}

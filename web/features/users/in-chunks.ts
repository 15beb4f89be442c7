/** Parts of at most `most` items, in order. */
export function* inChunks<Item>(items: readonly Item[], most: number) {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most);
}

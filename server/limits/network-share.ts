/** A network has a tenth at most: a whole company may share an address. */
const NETWORK_PART = 1 / 10;
/** The fuller it is, the less a network gets of what is left, so that a few of them never have everything. */
const PART_OF_REST = 1 / 5;
const LEAST_PART = 1 / 200;
/** As many as a browser opens at once. */
const SHARE_LEAST = 6;
/** What lies close together is often of one owner, and often not. */
export const NETWORKS_IN_A_WIDE = 4;

/** How many connections or sockets one network may have when so many are open. */
export const shareOf = (open: number, most: number) =>
  Math.max(SHARE_LEAST, most * LEAST_PART, Math.min(most * NETWORK_PART, Math.floor((most - open) * PART_OF_REST)));

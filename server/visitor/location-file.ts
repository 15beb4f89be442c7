import { fstatSync, openSync, readSync } from 'node:fs';
import DecoderModule from 'mmdb-lib/lib/decoder.js';
import ipModule from 'mmdb-lib/lib/ip.js';
import { parseMetadata } from 'mmdb-lib/lib/metadata.js';
import walkerModule from 'mmdb-lib/lib/reader/walker.js';

/** A package of the old kind has its default export in another one, which its types do not say and test runners undo. */
const defaultOf = <T>(module: T): T => (module as { default?: T }).default ?? module;
const Decoder = defaultOf(DecoderModule);
const ip = defaultOf(ipModule);
const walker = defaultOf(walkerModule);

/** At the end of the file; no longer than this, says the format. */
const METADATA_BYTES = 128 * 1024;
/** Between the tree and the places. */
const SEPARATOR_BYTES = 16;
const IPV4_DEPTH = 96;

/**
 * A data set of places by address, whose tree stays in the file: each step from its root is a small read, some fifteen for an address,
 * and the system has the file in its own memory. The tree of all countries would take eight megabytes of ours.
 */
export function openLocationFile<Place>(path: string): (address: string) => Place | null {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const bytesFrom = (start: number) => {
    const bytes = Buffer.alloc(size - start);
    readSync(file, bytes, 0, bytes.length, start);
    return bytes;
  };
  const { nodeByteSize, nodeCount, recordSize, searchTreeSize, ipVersion } = parseMetadata(
    bytesFrom(Math.max(0, size - METADATA_BYTES)),
  );
  const places = new Decoder(bytesFrom(searchTreeSize + SEPARATOR_BYTES));
  const node = Buffer.alloc(nodeByteSize);
  const { left, right } = walker(node, recordSize);

  const step = (from: number, bit: number) => {
    readSync(file, node, 0, nodeByteSize, from * nodeByteSize);
    return bit === 0 ? left(0) : right(0);
  };

  /** Addresses of the old kind are in the tree of the new one, behind zeros. */
  let ipv4Root = 0;
  for (let depth = 0; ipVersion === 6 && depth < IPV4_DEPTH && ipv4Root < nodeCount; depth += 1)
    ipv4Root = step(ipv4Root, 0);

  return (address) => {
    const bytes = ip.parse(address);
    let at = bytes.length === 4 ? ipv4Root : 0;
    for (let depth = 0; depth < bytes.length * 8 && at < nodeCount; depth += 1) at = step(at, ip.bitAt(bytes, depth));
    return at > nodeCount ? places.decodeFast(at - nodeCount - SEPARATOR_BYTES).value : null;
  };
}

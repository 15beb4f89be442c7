import type { Config } from '../../server/config.ts';
import { isSameSecret } from '../../server/crypto/constant-time.ts';
import { type Keys, keysFrom, readSecret } from '../../server/crypto/keys.ts';
import { StartError } from '../../server/process/start-error.ts';
import { restoredFiles } from './files.ts';
import { type Header, keyedSum, type Sum, UNSIGNED_VERSION } from './format.ts';
import { readBackup } from './read.ts';

interface Beginning {
  readonly header: Header;
  readonly isEncrypted: boolean;
  readonly secret: string | undefined;
}

interface Checked extends Beginning {
  readonly sums: readonly Sum[];
  readonly proof: Proof;
}

/**
 * Which key verifies the MAC: one of ours, or only the key inside the file, which the file's author could choose.
 * `none`: no MAC, or its key is missing.
 */
export type Proof = 'a key of ours' | 'its own key' | 'none';

export async function checkBackup(
  file: string,
  config: Config,
  begun: (beginning: Beginning) => void = () => {},
): Promise<Checked> {
  const files = restoredFiles(config, file);
  let first: Pick<Beginning, 'header' | 'isEncrypted'> | null = null;
  let beginning: Beginning | null = null;
  for await (const part of readBackup(file, config.backupKey)) {
    if (part.kind === 'header') first = part;
    else if (part.kind === 'file') files.add(part.name, part.rows);
    else if (first !== null) {
      if (beginning === null) {
        beginning = { header: first.header, isEncrypted: first.isEncrypted, secret: files.secret() };
        begun(beginning);
      }
      if (part.kind === 'end') return { ...beginning, sums: part.sums, proof: proofOf(file, config, beginning, part) };
    }
  }
  throw new Error('A backup without an end was accepted.');
}

interface Sums {
  readonly sums: readonly Sum[];
  readonly keyed: string | undefined;
}

function proofOf(file: string, config: Config, beginning: Beginning, { sums, keyed }: Sums): Proof {
  if (beginning.header.version === UNSIGNED_VERSION) return 'none';
  const found = summingKeys(config, beginning);
  if (found === null) return 'none';
  if (keyed === undefined || !isSameSecret(keyed, keyedSum(found.keys, sums)))
    throw new StartError(`${file} is refused: its keyed sum is wrong, so it was changed by somebody else.`);
  return found.proof;
}

function summingKeys(
  { secretKey, backupKey, dataDir }: Config,
  { header, isEncrypted, secret }: Beginning,
): { keys: Keys; proof: Proof } | null {
  if (isEncrypted) return { keys: keysFrom(backupKey as string), proof: 'a key of ours' };
  const candidates: [string | null | undefined, Proof][] = [
    [secretKey ?? readSecret(dataDir), 'a key of ours'],
    [secret, 'its own key'],
  ];
  for (const [candidate, proof] of candidates) {
    const keys = candidate ? keysFrom(candidate) : null;
    if (keys?.id === header.keyId) return { keys, proof };
  }
  return null;
}

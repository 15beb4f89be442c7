import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import type { Config } from '../../server/config.ts';
import { isSameSecret } from '../../server/crypto/constant-time.ts';
import { type Keys, keysFrom, readSecret, SECRET_FILE } from '../../server/crypto/keys.ts';
import { StartError } from '../../server/process/start-error.ts';
import { parseJson } from '../../server/text/json.ts';
import { unwrapped } from './envelope.ts';
import { CARRIED_FILES } from './files.ts';
import {
  FORMAT,
  fileSection,
  Header,
  keyedSum,
  Opening,
  Sums,
  type TableSection,
  type Trailer,
  tableRows,
  tableSection,
  UNSIGNED_VERSION,
  VERSION,
} from './format.ts';
import { CARRIED } from './tables.ts';

export interface Beginning {
  readonly header: Header;
  readonly isEncrypted: boolean;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Which key verifies the MAC. `its own key` proves little, because an attacker could have chosen it. `none`: no MAC, or no key. */
export type Proof = 'a key of ours' | 'its own key' | 'none';

interface Checked extends Beginning {
  readonly rows: number;
  readonly proof: Proof;
}

/** Gets the contents in file order, before anything is verified: keep nothing unless `readBackup` returns. */
interface Receiver {
  begin?(beginning: Beginning): Promise<void> | void;
  /** Called once without rows, to open the section. */
  insert?(table: TableSection, rows: readonly string[]): Promise<void>;
}

const CHUNK_BYTES = 512 * 1024;
const LINE_MAX = 8 * 1024 * 1024;
const FILE_MAX_BYTES = 64 * 1024 * 1024;

const damaged = (file: string, how: string) => new StartError(`${file} is damaged: ${how}. Use another backup.`);
const notABackup = (file: string) => new StartError(`${file} is not a backup of Gatehouse.`);
const meaningless = (file: string) => damaged(file, 'it has an unreadable line');

/** Returns only if every checksum and the MAC are right. */
export async function readBackup(
  file: string,
  config: Config,
  receiver: Receiver = {},
  signal?: AbortSignal,
): Promise<Checked> {
  const { contents, isEncrypted } = await unwrapped(bytesOf(file), file, config.backupKey);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  try {
    const sections = (chunks: AsyncIterable<Buffer>) =>
      readSections(linesIn(chunks, file), file, isEncrypted, receiver);
    const { trailer, ...read } = await pipeline(contents, gunzip, sections, signal === undefined ? {} : { signal });
    return { ...read, rows: tableRows(trailer.sums), proof: proofOf(file, config, read, trailer) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw damaged(file, 'its end is missing');
    if (code === 'Z_DATA_ERROR') throw damaged(file, 'it cannot be unpacked');
    throw error;
  }
}

const SECTIONS = ['header', ...CARRIED_FILES.map(fileSection), ...CARRIED.map(tableSection)];

async function readSections(
  groups: AsyncGenerator<string[]>,
  file: string,
  isEncrypted: boolean,
  receiver: Receiver,
): Promise<Beginning & { trailer: Trailer }> {
  const sums = new Sums();
  const files = new Map<string, Buffer>();
  let beginning: Beginning | null = null;
  let hasBegun = false;
  let place = 0;
  let open: z.output<typeof Opening> | null = null;
  for await (const group of groups) {
    for (let at = 0; at < group.length; ) {
      const line = group[at] as string;
      if (open !== null && 'sums' in open) throw damaged(file, 'it continues after its end');
      if (line.startsWith('[')) {
        if (open === null) throw notABackup(file);
        const from = at;
        while (group[at]?.startsWith('[')) at += 1;
        const rows = group.slice(from, at);
        sums.add(rows);
        if ('file' in open) files.set(open.file, grown(files.get(open.file), rows, open.file, file));
        else await receiver.insert?.(open, rows);
        continue;
      }
      at += 1;
      if (beginning === null) {
        beginning = { header: parseHeader(line, file), isEncrypted, files };
        sums.open('header', line);
        continue;
      }
      open = parseJson(Opening, line);
      if (open === null) throw meaningless(file);
      const section = 'sums' in open ? null : 'file' in open ? fileSection(open.file) : tableSection(open.table);
      if (section !== null) {
        if (SECTIONS.indexOf(section) <= place) throw doesNotBelong(file, section);
        place = SECTIONS.indexOf(section);
        sums.open(section, line);
      }
      if (!('file' in open) && !hasBegun) {
        hasBegun = true;
        await receiver.begin?.(beginning);
      }
      if ('table' in open) await receiver.insert?.(open, []);
    }
  }
  if (beginning === null || open === null || !('sums' in open)) throw damaged(file, 'its end is missing');
  const found = sums.soFar();
  const expected = open.sums;
  const all = [...expected, ...found.slice(expected.length)];
  const wrong = all.find((_, at) => !isDeepStrictEqual(expected[at], found[at]));
  if (wrong !== undefined) throw damaged(file, `the checksum of "${wrong.section}" is wrong`);
  return { ...beginning, trailer: open };
}

/** Quoted and cut: an attacker's section name may hold terminal escapes. */
const doesNotBelong = (file: string, section: string) =>
  new StartError(`${file} is rejected: it has ${JSON.stringify(section.slice(0, 60))}, which does not belong there.`);

const FileRow = z.tuple([z.string()]);

function grown(before: Buffer | undefined, rows: readonly string[], name: string, file: string): Buffer {
  const chunks = rows.map((row) => Buffer.from(parseJson(FileRow, row)?.[0] ?? '', 'base64'));
  const contents = Buffer.concat([before ?? Buffer.alloc(0), ...chunks]);
  if (contents.length > FILE_MAX_BYTES) throw new StartError(`${file} is rejected: "${name}" in it is too large.`);
  return contents;
}

function parseHeader(line: string, file: string): Header {
  const value = parseJson(z.unknown(), line) as { format?: unknown; version?: unknown } | null;
  if (value === null) throw meaningless(file);
  if (value.format !== FORMAT) throw notABackup(file);
  if (value.version !== VERSION && value.version !== UNSIGNED_VERSION)
    throw new StartError(`${file} was made by a newer version of Gatehouse. Restore it with that version.`);
  const { data } = Header.safeParse(value);
  if (data === undefined) throw damaged(file, 'its header is not complete');
  return data;
}

async function* linesIn(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const group = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = group.pop() as string;
    if (rest.length > LINE_MAX) throw damaged(file, 'it has a line without an end');
    yield group;
  }
  if (rest !== '') throw damaged(file, 'its end is missing');
}

const FILE_TROUBLE = ['EISDIR', 'EACCES', 'EPERM', 'EIO'];

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartError(`${file}: there is no such file.`);
    throw FILE_TROUBLE.includes(code) ? new StartError(`${file} cannot be read (${code}).`) : error;
  }
}

export const secretIn = ({ files }: Beginning) => files.get(SECRET_FILE)?.toString('utf8').trim();

function proofOf(file: string, config: Config, beginning: Beginning, { sums, keyed }: Trailer): Proof {
  if (beginning.header.version === UNSIGNED_VERSION) return 'none';
  const found = summingKeys(config, beginning);
  if (found === null) return 'none';
  if (keyed === undefined || !isSameSecret(keyed, keyedSum(found.keys, sums)))
    throw new StartError(`${file} is rejected: its keyed checksum is wrong, so it was changed without the key.`);
  return found.proof;
}

function summingKeys(
  { secretKey, backupKey, dataDir }: Config,
  beginning: Beginning,
): { keys: Keys; proof: Proof } | null {
  if (beginning.isEncrypted) return { keys: keysFrom(backupKey as string), proof: 'a key of ours' };
  const candidates: [string | null | undefined, Proof][] = [
    [secretKey ?? readSecret(dataDir), 'a key of ours'],
    [secretIn(beginning), 'its own key'],
  ];
  for (const [candidate, proof] of candidates) {
    const keys = candidate ? keysFrom(candidate) : null;
    if (keys?.id === beginning.header.keyId) return { keys, proof };
  }
  return null;
}

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { StartError } from '../../server/process/start-error.ts';
import { parseJson } from '../../server/text/json.ts';
import { unwrapped } from './envelope.ts';
import { CARRIED_FILES } from './files.ts';
import {
  FORMAT,
  fileSection,
  Header,
  Opening,
  type Sum,
  Sums,
  type TableSection,
  type Trailer,
  tableSection,
  UNSIGNED_VERSION,
  VERSION,
} from './format.ts';
import { CARRIED } from './tables.ts';

/** In file order. Commit nothing before `end` has arrived. */
export type Part =
  | { readonly kind: 'header'; readonly header: Header; readonly isEncrypted: boolean }
  | { readonly kind: 'file'; readonly name: string; readonly rows: readonly string[] }
  | { readonly kind: 'table'; readonly table: TableSection; readonly rows: readonly string[] }
  | { readonly kind: 'end'; readonly sums: readonly Sum[]; readonly keyed: string | undefined };

const CHUNK_BYTES = 512 * 1024;
const LINE_MAX = 8 * 1024 * 1024;

/**
 * Streams a backup and yields `end` only when every checksum is right; otherwise it throws. `check.ts` verifies the
 * MAC.
 */
export async function* readBackup(file: string, backupKey: string | null): AsyncGenerator<Part> {
  const source = createReadStream(file);
  try {
    const { contents, isEncrypted } = await unwrapped(source, file, backupKey);
    yield* parts(lines(contents, file), file, isEncrypted);
  } catch (error) {
    throw cannotBeRead(file, error);
  } finally {
    source.destroy();
  }
}

const damaged = (file: string, how: string) => new StartError(`${file} is damaged: ${how}. Use another backup.`);

async function* parts(groups: AsyncGenerator<string[]>, file: string, isEncrypted: boolean): AsyncGenerator<Part> {
  const sums = new Sums();
  let open: Opened | null = null;
  let last = -1;
  let trailer: Trailer | null = null;
  for await (const group of groups) {
    for (let at = 0; at < group.length; ) {
      const line = group[at] as string;
      if (trailer !== null) throw damaged(file, 'it goes on after its end');
      if (!line.startsWith('[')) {
        const read: Opened | Trailer = open === null ? header(line, file, isEncrypted) : opening(line, file);
        at += 1;
        if ('sums' in read) {
          trailer = read;
          continue;
        }
        const place = SECTIONS.indexOf(read.section);
        if (place <= last) throw doesNotBelong(file, read.section);
        last = place;
        open = read;
        sums.open(open.section, line);
        yield open.part([]);
        continue;
      }
      if (open === null) throw notABackup(file);
      const from = at;
      while (group[at]?.startsWith('[')) at += 1;
      const rows = group.slice(from, at);
      sums.add(rows);
      yield open.part(rows);
    }
  }
  if (trailer === null) throw damaged(file, 'its end is missing');
  const found = sums.soFar();
  const { sums: expected, keyed } = trailer;
  const all = [...expected, ...found.slice(expected.length)];
  const wrong = all.find((_, at) => !isDeepStrictEqual(expected[at], found[at]));
  if (wrong !== undefined) throw damaged(file, `the sum of "${wrong.section}" is wrong`);
  yield { kind: 'end', sums: found, keyed };
}

interface Opened {
  readonly section: string;
  part(rows: readonly string[]): Part;
}

const SECTIONS = ['header', ...CARRIED_FILES.map(fileSection), ...CARRIED.map(tableSection)];

/** Quoted and cut: an attacker's section name may hold terminal escapes. */
const doesNotBelong = (file: string, section: string) =>
  new StartError(`${file} is refused: it brings ${JSON.stringify(section.slice(0, 60))}, which no backup has there.`);

const notABackup = (file: string) => new StartError(`${file} is not a backup of Gatehouse.`);

const meaningless = (file: string) => damaged(file, 'it has a line that means nothing');

function opening(line: string, file: string): Opened | Trailer {
  const value = parseJson(Opening, line);
  if (value === null) throw meaningless(file);
  if ('sums' in value) return value;
  if ('file' in value)
    return { section: fileSection(value.file), part: (rows) => ({ kind: 'file', name: value.file, rows }) };
  return { section: tableSection(value.table), part: (rows) => ({ kind: 'table', table: value, rows }) };
}

function header(line: string, file: string, isEncrypted: boolean): Opened {
  const value = parseJson(z.unknown(), line) as { format?: unknown; version?: unknown } | null;
  if (value === null) throw meaningless(file);
  if (value.format !== FORMAT) throw notABackup(file);
  if (value.version !== VERSION && value.version !== UNSIGNED_VERSION)
    throw new StartError(`${file} was made by a newer version of Gatehouse. Restore it with that version.`);
  const { data } = Header.safeParse(value);
  if (data === undefined) throw damaged(file, 'its header is not complete');
  return { section: 'header', part: () => ({ kind: 'header', header: data, isEncrypted }) };
}

async function* lines(contents: AsyncIterable<Buffer>, file: string): AsyncGenerator<string[]> {
  const source = Readable.from(contents);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => gunzip.destroy(error));
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of source.pipe(gunzip)) {
      const group = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      rest = group.pop() as string;
      if (rest.length > LINE_MAX) throw damaged(file, 'it has a line without an end');
      yield group;
    }
  } finally {
    source.destroy();
  }
  if (rest !== '') throw damaged(file, 'its end is missing');
}

const FILE_TROUBLE = ['EISDIR', 'EACCES', 'EPERM', 'EIO'];

function cannotBeRead(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return damaged(file, 'its end is missing');
  if (code === 'Z_DATA_ERROR') return damaged(file, 'it cannot be unpacked');
  if (code === 'ENOENT') return new StartError(`${file}: there is no such file.`);
  return FILE_TROUBLE.includes(code) ? new StartError(`${file} cannot be read (${code}).`) : error;
}

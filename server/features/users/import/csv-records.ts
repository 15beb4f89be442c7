import { badInput } from '../../../errors.ts';

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const notUtf8 = () => badInput('The file is not UTF-8 text. Please save it as "CSV UTF-8" and try again.');
const openQuote = (line: number) => badInput(`Line ${line}: a quote is opened and never closed.`);
const tooLong = (line: number) => badInput(`Line ${line} is too long.`);

const RECORD_MAX = 20_000;

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? notUtf8() : error;
  }
}

/** Parses RFC 4180, one record at a time. */
export async function* csvRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  // Spreadsheets in many countries write semicolons.
  let separator: string | null = null;
  let line = 1;
  let begins = 1;
  let cells: string[] = [];
  let cell = '';
  let size = 0;
  /** `closed`: after a quote, which may turn out to be the first of an escaped pair. */
  let quote: 'none' | 'open' | 'closed' = 'none';

  const finish = (): CsvRecord | null => {
    const record = { line: begins, cells: [...cells, cell] };
    cells = [];
    cell = '';
    size = 0;
    quote = 'none';
    return record.cells.every((text) => text.trim() === '') ? null : record;
  };

  for await (const text of decoded(bytes)) {
    // Copy slices: appending single characters would cost 32 bytes each.
    let copied = 0;
    const copyTo = (at: number) => {
      cell += text.slice(copied, at);
      copied = at + 1;
    };
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      size += 1;
      if (size > RECORD_MAX) throw quote === 'open' ? openQuote(begins) : tooLong(begins);
      if (character === '\n') line += 1;
      if (quote === 'open') {
        if (character !== '"') continue;
        copyTo(at);
        quote = 'closed';
      } else if (character === '"' && quote === 'closed') {
        copyTo(at);
        cell += '"';
        quote = 'open';
      } else if (character === '"' && cell === '' && copied === at) {
        copyTo(at);
        quote = 'open';
      } else if (character === '\n') {
        copyTo(at);
        const record = finish();
        begins = line;
        if (record !== null) yield record;
      } else if (character === separator || (separator === null && (character === ',' || character === ';'))) {
        separator ??= character;
        copyTo(at);
        cells.push(cell);
        cell = '';
        quote = 'none';
      } else if (
        character === '\r' ||
        (character === '\ufeff' && line === 1 && cells.length === 0 && cell === '' && copied === at)
      ) {
        copyTo(at);
      }
    }
    copyTo(text.length);
  }
  if (quote === 'open') throw openQuote(begins);
  const last = finish();
  if (last !== null) yield last;
}

import type { MyData } from '../../../../contract/people/people.ts';
import type { messages } from '../../../lib/messages.ts';
import { readableRecords, readableTime } from '../readable.ts';
import { htmlReport } from '../report.ts';
import { fieldWord } from './words.ts';

type Words = ReturnType<typeof messages>['myData'];

/** In the language and direction of the page. */
export const myReport = ({ email, sections }: MyData, words: Words, organisation: string) =>
  htmlReport({
    language: document.documentElement.lang,
    direction: document.documentElement.dir,
    title: words.title,
    lines: [organisation, email, words.made(readableTime(new Date().toISOString()))],
    sections: sections.map(({ kind, records, isCut }) => ({
      title: words.kinds[kind],
      note: isCut ? words.cut : null,
      records: readableRecords(records, (field) => fieldWord(words, field)),
    })),
  });

import { KIND_WORDS } from '../../../contract/people/people.rules.ts';
import type { PersonExport } from '../../../contract/people/people.ts';
import { fieldWords } from './field-words.ts';
import { readableRecords, readableTime } from './readable.ts';
import { htmlReport } from './report.ts';

/** The export of a person as a readable page. */
export const personReport = ({ email, account, madeAt, sections }: PersonExport, organisation: string) =>
  htmlReport({
    language: 'en',
    direction: 'ltr',
    title: `Data about ${email}`,
    lines: [
      `Stored by ${organisation} on ${readableTime(madeAt)}`,
      account === null ? 'There is no account with this address.' : `Account: ${account.username}`,
    ],
    sections: sections.map(({ kind, records, isCut }) => ({
      title: KIND_WORDS[kind],
      note: isCut ? 'There are more than this file can hold.' : null,
      records: readableRecords(records, (field) => fieldWords[field]),
    })),
  });

import { expect, test } from 'vitest';
import { GUEST_DATA_KINDS } from '../../../../contract/people/people.rules.ts';
import { myData } from '../../../../messages/en.ts';
import { ruleOf, TABLES } from '../../../../server/features/people/rules.ts';

const NOT_SHOWN = ['secret', 'inner', 'of others'];
/** Found in other ways than by a column; see `entries.ts` and `mentions.ts`. */
const ALSO = ['activity', 'notifications'];

test('Every field that a guest can see has words in their language', () => {
  const kinds: readonly string[] = GUEST_DATA_KINDS;
  const isGuests = (table: (typeof TABLES)[number]) => {
    const { parts, found } = ruleOf(table);
    return parts.some(({ kind }) => kinds.includes(kind)) && Object.keys(found).some((by) => by !== 'account');
  };
  const tables = TABLES.filter((table) => ALSO.includes(table) || isGuests(table));
  const fields = new Set(tables.flatMap((table) => Object.values(ruleOf(table).columns)));
  const wordless = [...fields].filter((field) => !NOT_SHOWN.includes(field) && !(field in myData.fields));
  expect(wordless).toEqual([]);
});

import type { MyData } from '../../../../contract/people/people.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Chevron } from '../../../ui/disclosure.tsx';
import { readableRecords } from '../readable.ts';
import { fieldWord } from './words.ts';

/** Records shown of each kind. The downloads have more. */
const SHOWN = 50;

type Section = MyData['sections'][number];

export const StoredSections = ({ sections }: Pick<MyData, 'sections'>) => (
  <ul className="border-line border-t">
    {sections.map((section) => (
      <li key={section.kind} className="border-line border-b">
        <StoredSection section={section} />
      </li>
    ))}
  </ul>
);

function StoredSection({ section: { kind, records, isCut } }: { section: Section }) {
  const words = useMessages().myData;
  return (
    <details>
      <summary className="flex cursor-pointer items-center gap-3 rounded-small py-3">
        <Chevron />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{words.kinds[kind]}</span>
          <span className="block text-13 text-muted">{words.about[kind]}</span>
        </span>
        <span className="text-13 tabular-nums">{records.length}</span>
      </summary>
      <div className="space-y-4 ps-7 pb-4">
        {readableRecords(records.slice(0, SHOWN), (field) => fieldWord(words, field)).map((record, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: records have no id
          <StoredRecord key={index} record={record} />
        ))}
        {(isCut || records.length > SHOWN) && <p className="text-13 text-muted">{words.cut}</p>}
      </div>
    </details>
  );
}

const StoredRecord = ({ record }: { record: ReturnType<typeof readableRecords>[number] }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-13">
    {record.map(({ label, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a label can appear twice
      <div key={index} className="contents">
        <dt className="text-muted">{label}</dt>
        <dd className="min-w-0 wrap-anywhere">
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

import type { MyData } from '../../../../contract/people/people.ts';
import { useMessages } from '../../../lib/messages.ts';
import { formatLocalDay } from '../../../ui/time/format.ts';

/** What an erasure leaves, and why. */
export function Stays({ stays }: Pick<MyData, 'stays'>) {
  const words = useMessages().myData;
  if (stays.length === 0) return null;
  return (
    <div className="mt-4 text-start text-14">
      <p className="font-medium">{words.stays.title}</p>
      <ul className="mt-2 space-y-2 text-muted">
        {stays.map(({ kind, reason, until }) => (
          <li key={`${kind} ${reason}`}>
            <span className="block text-ink">{words.kinds[kind]}</span>
            {words.stays[reason]} {until && words.stays.until(formatLocalDay(until))}
          </li>
        ))}
      </ul>
    </div>
  );
}

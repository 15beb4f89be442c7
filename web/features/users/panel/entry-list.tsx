import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

interface EntryListProps<Entry> {
  query: { data: Entry[] | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** How many entries the skeleton has the shape of. */
  expected: number;
  failure: string;
  empty: string;
  renderEntry: (entry: Entry) => ReactNode;
}

/** Sign-ins or sessions in a section of the panel. They can fail to load while the other sections are there. */
export function EntryList<Entry>({ query, expected, failure, empty, renderEntry }: EntryListProps<Entry>) {
  if (query.data) {
    return query.data.length > 0 ? (
      <ul>{query.data.map(renderEntry)}</ul>
    ) : (
      <p className="text-13 text-muted">{empty}</p>
    );
  }
  if (query.isPending) {
    return (
      <div className="flex flex-col gap-3 py-2">
        {Array.from({ length: expected }, (_, index) => index).map((index) => (
          <Skeleton key={index} className="h-9" />
        ))}
      </div>
    );
  }
  return (
    <p className="py-2 text-13 text-muted">
      {failure}{' '}
      <TextButton pending={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </TextButton>
    </p>
  );
}

interface EntryProps {
  icon: LucideIcon;
  /** A sign of something that went wrong. */
  alarming?: boolean | undefined;
  title: ReactNode;
  children: ReactNode;
  aside: ReactNode;
}

/** A sign-in or a session: what, where from, and something on the right. */
export const Entry = ({ icon: Icon, alarming = false, title, children, aside }: EntryProps) => (
  <li className="flex items-start gap-3 py-2 text-13">
    <Icon size={16} className={`mt-0.5 shrink-0 ${alarming ? 'text-danger' : 'text-muted'}`} aria-hidden />
    <div className="min-w-0 flex-1">
      <p className={`flex flex-wrap items-center gap-x-2 font-medium ${alarming ? 'text-danger' : ''}`}>{title}</p>
      <p className="text-12 wrap-anywhere text-muted">{children}</p>
    </div>
    <div className="flex shrink-0 items-center gap-2 text-12 text-muted tabular-nums">{aside}</div>
  </li>
);

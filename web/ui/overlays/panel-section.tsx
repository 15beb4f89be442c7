import { Fragment, type ReactNode, useId } from 'react';

interface PanelSectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function PanelSection({ title, action, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t px-5 py-4">
      <div className="mb-2 flex h-8 items-center justify-between gap-4">
        <h3 id={id} className="text-13 font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Names, and what there is to say about each. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-13">
    {Object.entries(facts).map(([name, fact]) => (
      <Fragment key={name}>
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{fact}</dd>
      </Fragment>
    ))}
  </dl>
);

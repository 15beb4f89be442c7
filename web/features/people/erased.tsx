import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { KIND_WORDS } from '../../../contract/people/people.rules.ts';
import type { PersonErased } from '../../../contract/people/people.ts';
import { Address } from './address.tsx';
import { StayList } from './stay-list.tsx';

/** Replaces what was found after an erasure. */
export function Erased({ email, result: { erased, stayed } }: { email: string; result: PersonErased }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label="Result" className="rounded-card border border-line bg-surface">
      <header className="flex items-start gap-3 border-line border-b px-5 py-4">
        <CircleCheck size={20} className="shrink-0 text-success" aria-hidden />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-semibold">
            <Address email={email} /> is erased
          </h2>
          <p className="mt-0.5 text-13 text-muted">The audit trail says that you did it, without naming the person.</p>
        </div>
      </header>
      <ul aria-label="What was erased">
        {erased.map(({ kind, count }) => (
          <li
            key={kind}
            className="flex items-center justify-between gap-4 border-line border-b px-5 py-2.5 text-13 last:border-b-0"
          >
            <span>{KIND_WORDS[kind]}</span>
            <span className="font-semibold tabular-nums">{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      <div className="border-line border-t px-5 py-4 text-13">
        {stayed.length > 0 ? (
          <>
            <h3 className="mb-2 font-semibold">What stayed</h3>
            <StayList stays={stayed} />
          </>
        ) : (
          <p className="text-muted">Nothing stayed.</p>
        )}
      </div>
    </section>
  );
}

import { Lock } from 'lucide-react';
import { KIND_WORDS, STAY_WORDS } from '../../../contract/people/people.rules.ts';
import type { PersonErased } from '../../../contract/people/people.ts';
import { formatLocalDay } from '../../ui/time/format.ts';

/** What an erasure leaves, and why. */
export const StayList = ({ stays }: { stays: PersonErased['stayed'] }) => (
  <ul aria-label="What stays" className="flex flex-col gap-2 text-13">
    {stays.map(({ kind, count, reason, until }) => (
      <li key={`${kind} ${reason}`} className="flex items-start gap-2">
        <Lock size={14} className="mt-0.5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0">
          <span className="block font-medium">
            {KIND_WORDS[kind]}: {count.toLocaleString('en')}
          </span>
          <span className="text-muted">
            {STAY_WORDS[reason]}
            {until && ` Removed on ${formatLocalDay(until)}.`}
          </span>
        </span>
      </li>
    ))}
  </ul>
);

import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { IMPORT_PROBLEMS_MAX } from '../../../../contract/users.ts';
import { counted } from '../../../ui/count.ts';
import type { ImportReport } from '../api.ts';

type Lines = Pick<ImportReport, 'good' | 'bad'>;

/** What is in a file, before anybody is created. */
export function describeCheck({ good, bad }: Lines) {
  const fine = `${counted(good, 'line')} ${good === 1 ? 'is' : 'are'} good`;
  return bad === 0 ? fine : `${fine}, ${bad.toLocaleString('en')} ${bad === 1 ? 'has a problem' : 'have problems'}`;
}

/** What came of it. */
export function describeImport({ good, bad }: Lines) {
  const done = `${counted(good, 'user')} imported`;
  return bad === 0 ? done : `${done}, ${counted(bad, 'line')} left out`;
}

export const Outcome = ({ fine, children }: { fine: boolean; children: ReactNode }) => (
  <p role="status" className="flex items-center gap-2 font-medium tabular-nums">
    {fine ? (
      <CircleCheck size={16} className="shrink-0 text-success" aria-hidden />
    ) : (
      <CircleAlert size={16} className="shrink-0 text-warning" aria-hidden />
    )}
    {children}
  </p>
);

/** The lines that cannot be imported, and why. */
export function ImportProblems({ problems, bad }: Pick<ImportReport, 'problems' | 'bad'>) {
  if (problems.length === 0) return null;
  return (
    <>
      <ul
        aria-label="Lines with problems"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it keyboards could not scroll the list
        tabIndex={0}
        className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line text-13"
      >
        {problems.map(({ line, problem }) => (
          <li key={`${line} ${problem}`} className="flex gap-3 px-3 py-2">
            <span className="w-16 shrink-0 text-muted tabular-nums">Line {line}</span>
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </li>
        ))}
      </ul>
      {bad > problems.length && (
        <p className="text-12 text-muted">The first {IMPORT_PROBLEMS_MAX.toLocaleString('en')} are listed.</p>
      )}
    </>
  );
}

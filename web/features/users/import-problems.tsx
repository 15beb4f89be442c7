import { IMPORT_PROBLEMS_MAX } from '../../../contract/users.ts';
import type { ImportReport } from './import-users.ts';

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

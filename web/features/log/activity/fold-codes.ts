import type { Action } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';

const STEPS: readonly Action[] = ['email_entry', 'code_entry', 'code_failed', 'code_success'];

/** Longer than the lifetime of any code. */
const LONGEST_MS = 15 * 60_000;

/** Old entries have no browser id: guests with the same IP address and browser count as one. */
const guestOf = ({ guestId, userId, userAgent }: ActivityEntry) => guestId ?? `${userId} ${userAgent}`;

const isViewOf = ({ action, page }: ActivityEntry) => action === 'page_view' && page !== 'Email Entry Page';

function continues(steps: readonly ActivityEntry[], entry: ActivityEntry): boolean {
  const [latest] = steps;
  if (latest === undefined || entry.action === 'email_entry') return false;
  return Date.parse(entry.createdAt) - Date.parse(latest.createdAt) <= LONGEST_MS;
}

export interface Line {
  id: string;
  entry: ActivityEntry;
  /** The folded entries, newest first. */
  steps?: readonly ActivityEntry[];
  isOpen?: boolean;
  isStep?: boolean;
}

/** Folds address, tries and result of one code into one line, at its newest step. Entries are newest first. */
export function foldCodes(entries: readonly ActivityEntry[]): Line[] {
  const latest = new Map<string, ActivityEntry[]>();
  const codes = new Map<string, ActivityEntry[]>();
  for (const entry of entries.toReversed()) {
    const guest = guestOf(entry);
    const before = latest.get(guest) ?? [];
    const isNext = continues(before, entry);
    if (!STEPS.includes(entry.action) && !(isNext && isViewOf(entry))) continue;
    const steps = isNext ? before : [];
    steps.unshift(entry);
    latest.set(guest, steps);
    codes.set(entry.id, steps);
  }
  return entries.flatMap((entry) => {
    const steps = codes.get(entry.id);
    if (steps === undefined || steps.length === 1) return { id: entry.id, entry };
    return steps[0] === entry ? { id: `code-${entry.id}`, entry: resultOf(steps), steps } : [];
  });
}

/** The step that the folded line shows. */
const resultOf = (steps: readonly ActivityEntry[]) =>
  (['code_success', 'code_failed', 'code_entry', 'email_entry'] as const)
    .map((action) => steps.find((step) => step.action === action))
    .find((step) => step !== undefined) ?? (steps[0] as ActivityEntry);

/** `open` has ids of steps, not of lines: a line's id changes with its newest step. */
export const unfolded = (lines: readonly Line[], open: ReadonlySet<string>): Line[] =>
  lines.flatMap((line): Line[] => {
    if (!line.steps?.some(({ id }) => open.has(id))) return [line];
    return [{ ...line, isOpen: true }, ...line.steps.map((entry) => ({ id: entry.id, entry, isStep: true }))];
  });

export function toggled(open: ReadonlySet<string>, { steps = [] }: Line): ReadonlySet<string> {
  const others = new Set(open);
  for (const { id } of steps) others.delete(id);
  return others.size < open.size || steps[0] === undefined ? others : others.add(steps[0].id);
}

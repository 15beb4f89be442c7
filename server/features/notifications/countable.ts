import type { NotificationType } from '../../../contract/notifications/notifications.ts';
import type { NotificationRow } from '../../db/tables.ts';

/** Older ones count as read. */
export const COUNTABLE_OF_A_KIND = 1_000;

export type Numbered = Pick<NotificationRow, 'id' | 'seq'>;

export interface ReadState {
  readonly mark: number;
  readonly above: ReadonlyMap<number, NotificationType>;
}

function lowerBound(sorted: readonly Numbered[], seq: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as Numbered).seq < seq) from = middle + 1;
    else to = middle;
  }
  return from;
}

export class Countable {
  readonly #byKind = new Map<NotificationType, Numbered[]>();

  replace(type: NotificationType, rows: readonly Numbered[]): void {
    this.#byKind.set(
      type,
      rows.map(({ id, seq }) => ({ id, seq })).sort((one, other) => one.seq - other.seq),
    );
  }

  put({ id, seq, type }: Pick<NotificationRow, 'id' | 'seq' | 'type'>): void {
    const sorted = this.#of(type);
    const known = sorted.findLastIndex((one) => one.id === id);
    if (known >= 0) {
      // A message from another process can be late.
      if ((sorted[known] as Numbered).seq >= seq) return;
      sorted.splice(known, 1);
    }
    sorted.splice(lowerBound(sorted, seq), 0, { id, seq });
    if (sorted.length > COUNTABLE_OF_A_KIND) sorted.shift();
  }

  isRead({ seq, type }: Pick<NotificationRow, 'seq' | 'type'>, { mark, above }: ReadState): boolean {
    if (seq <= mark || above.has(seq)) return true;
    const sorted = this.#of(type);
    return sorted.length === COUNTABLE_OF_A_KIND && seq < (sorted[0] as Numbered).seq;
  }

  unread({ mark, above }: ReadState): Map<NotificationType, number> {
    const counts = new Map<NotificationType, number>();
    for (const [type, sorted] of this.#byKind) counts.set(type, sorted.length - lowerBound(sorted, mark + 1));
    for (const [seq, type] of above)
      if (seq > mark && this.#has(type, seq)) counts.set(type, (counts.get(type) ?? 0) - 1);
    return counts;
  }

  #has(type: NotificationType, seq: number): boolean {
    const sorted = this.#of(type);
    return sorted[lowerBound(sorted, seq)]?.seq === seq;
  }

  #of(type: NotificationType): Numbered[] {
    const known = this.#byKind.get(type);
    if (known !== undefined) return known;
    const fresh: Numbered[] = [];
    this.#byKind.set(type, fresh);
    return fresh;
  }
}

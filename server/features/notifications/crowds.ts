import { crowdDraft, type Draft, type EventKind } from './events.ts';

const A_MINUTE = 20;

interface Minute {
  readonly minute: number;
  readonly count: number;
  readonly goesOn: boolean;
}

/** Merges a burst into one notification, because a botnet could cause thousands. */
export class Crowds {
  readonly #minutes = new Map<EventKind, Minute>();

  draftFor(kind: EventKind, draft: Draft, at: number): Draft {
    const minute = Math.floor(at / 60_000);
    const known = this.#minutes.get(kind);
    const now: Minute =
      known?.minute === minute
        ? { ...known, count: known.count + 1 }
        : { minute, count: 1, goesOn: known?.minute === minute - 1 && known.count > A_MINUTE };
    this.#minutes.set(kind, now);
    return now.goesOn || now.count > A_MINUTE ? crowdDraft(kind, draft) : draft;
  }
}

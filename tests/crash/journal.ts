import type { Answer } from '../support/visitor.ts';

/** The value of a fact; null if there is none. */
export type Value = string | number | null | readonly string[];
export type Changes = Readonly<Record<string, Value>>;

/** The story cannot continue: the outcome of its last write is unknown, or a limit refused it. */
export class Unsettled extends Error {}

interface OpenWrite {
  readonly what: string;
  readonly changes: Changes;
}

const isOk = ({ status }: Answer) => status === 200;
const same = (one: Value, other: Value) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The writes that the portal has acknowledged. A write names all the facts that it changes together, and no other story
 * changes them until it is answered. Without a clear answer (a broken connection, or 503) all of it may have been done, or
 * nothing.
 */
export class Journal {
  readonly #facts = new Map<string, Value>();
  #open: OpenWrite[] = [];
  acknowledged = 0;

  /** The acknowledged state of a fact. */
  known(fact: string): Value {
    return this.#facts.get(fact) ?? null;
  }

  count(fact: string): number {
    return Number(this.known(fact) ?? 0);
  }

  list(fact: string): readonly string[] {
    return (this.known(fact) ?? []) as readonly string[];
  }

  /** Existing facts whose name has this prefix. */
  named(prefix: string): [fact: string, value: Value][] {
    return [...this.#facts].filter(([fact, value]) => fact.startsWith(prefix) && value !== null);
  }

  /** Sends a write; returns whether it was done. */
  async attempt(
    what: string,
    changes: Changes,
    send: () => Promise<Answer>,
    isDone: (answer: Answer) => boolean = isOk,
  ): Promise<{ answer: Answer; done: boolean }> {
    const open = { what, changes };
    this.#open.push(open);
    const answer = await send().catch(() => null);
    if (answer === null || answer.status === 503) throw new Unsettled(what);
    this.#open = this.#open.filter((other) => other !== open);
    // On a slow machine a round lasts long enough to reach a limit, which writes nothing.
    if (answer.status === 429) throw new Unsettled(what);
    const done = isDone(answer);
    if (done) {
      this.note(changes);
      this.acknowledged += 1;
    }
    return { answer, done };
  }

  /** Like `attempt`, for a write that only a crash can prevent. */
  async write(what: string, changes: Changes, send: () => Promise<Answer>, isDone = isOk): Promise<Answer> {
    const { answer, done } = await this.attempt(what, changes, send, isDone);
    if (!done) throw new Error(`${what} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Records further facts from an answer. */
  note(changes: Changes): void {
    for (const [fact, value] of Object.entries(changes)) this.#facts.set(fact, value);
  }

  /** Compares with the database, and settles the writes without an answer. */
  compare(actual: (fact: string) => Value): { lost: string[]; halfDone: string[] } {
    const halfDone: string[] = [];
    for (const { what, changes } of this.#open) {
      const facts = Object.entries(changes);
      const done = facts.every(([fact, value]) => same(actual(fact), value));
      const undone = facts.every(([fact]) => same(actual(fact), this.known(fact)));
      if (!done && !undone) {
        const found = facts.map(([fact]) => `${fact}: ${JSON.stringify(actual(fact))}`);
        halfDone.push(`${what}: ${found.join(', ')}`);
      }
      // A half-done write is reported once.
      if (!undone) this.note(Object.fromEntries(facts.map(([fact]) => [fact, actual(fact)])));
    }
    this.#open = [];
    const lost: string[] = [];
    for (const [fact, value] of this.#facts) {
      if (same(actual(fact), value)) continue;
      lost.push(`${fact}: ${JSON.stringify(value)} was acknowledged, there is ${JSON.stringify(actual(fact))}`);
      this.#facts.set(fact, actual(fact));
    }
    return { lost, halfDone };
  }
}

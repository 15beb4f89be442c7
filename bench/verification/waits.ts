import { percentile } from '../figures.ts';

/** What a guest waits for: the page with its calls, the answer, the email, the two answers about the code. */
export const STEPS = ['page', 'ask', 'mail', 'enter'] as const;
export type Step = (typeof STEPS)[number];

interface Waits {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

const byStep = <Value>(ofStep: (step: Step) => Value) =>
  Object.fromEntries(STEPS.map((step) => [step, ofStep(step)])) as Record<Step, Value>;

const rounded = (ms: number) => Math.round(ms * 10) / 10;

function waitsOf(times: readonly number[]): Waits {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (part: number) => rounded(percentile(sorted, part));
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The waiting times of all guests, and what failed. */
export class Course {
  readonly #began = performance.now();
  readonly #minutes: Record<Step, number[]>[] = [];
  readonly failures = new Map<string, number>();

  took = (step: Step, ms: number): void => {
    const minute = Math.floor((performance.now() - this.#began) / 60_000);
    while (this.#minutes.length <= minute) this.#minutes.push(byStep(() => []));
    this.#minutes[minute]?.[step].push(ms);
  };

  failed(why: string): void {
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
  }

  minutes = () => this.#minutes.map((minute) => byStep((step) => waitsOf(minute[step])));
  all = () => byStep((step) => waitsOf(this.#minutes.flatMap((minute) => minute[step])));
}

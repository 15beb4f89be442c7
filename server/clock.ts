/** Time as a dependency, so that tests reach "five minutes later" without waiting. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

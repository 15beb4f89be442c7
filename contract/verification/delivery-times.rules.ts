/** Fewer say little about a domain and too much about one person. */
export const CASES_LEAST = 20;

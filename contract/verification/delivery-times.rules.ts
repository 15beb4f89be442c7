/** Fewer say little about a domain, and might reveal one person. */
export const CASES_LEAST = 20;

/** Fewer cases say little of a domain, and could say something of one person. */
export const CASES_LEAST = 20;

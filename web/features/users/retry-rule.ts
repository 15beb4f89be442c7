import { ApiError } from '../../lib/api-error.ts';

const RETRIES = 2;

/** Whoever is not allowed to see users is told at once; anything else may be over in a moment. */
export const retryRule = (failures: number, error: Error) =>
  !(error instanceof ApiError && (error.status === 401 || error.status === 403)) && failures < RETRIES;

import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

export async function needsVerification(): Promise<boolean> {
  return (await api('GET /api/guest/verification-check')).needsVerification;
}

type TokenAnswer = 'valid' | 'unreachable' | { refused: string | null };

const answers = new Map<string, Promise<TokenAnswer>>();

async function requestValidation(token: string): Promise<TokenAnswer> {
  try {
    const { success, error } = await api('POST /api/auth/validate-verification-token', { body: { token } });
    return success ? 'valid' : { refused: error };
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) return { refused: error.sentence || null };
    answers.delete(token);
    return 'unreachable';
  }
}

/** A token works once, and React may run effects twice. */
export function validateToken(token: string): Promise<TokenAnswer> {
  const answer = answers.get(token) ?? requestValidation(token);
  answers.set(token, answer);
  return answer;
}

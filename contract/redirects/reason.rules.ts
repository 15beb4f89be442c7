import { textProblem } from '../settings/guest-texts.rules.ts';

/** Users read a reason only if it passes the rules for texts to guests (no numbers, links or sites). The log has every reason. */
export const shownReason = (reason: string | null): string | null =>
  reason !== null && textProblem(reason, []) === null ? reason : null;

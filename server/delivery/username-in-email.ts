const LONGEST = 40;

const ENDING =
  /\.(?:\p{L}{2,3}|info|name|asia|jobs|mobi|arpa|aero|coop|museum|online|site|shop|store|tech|live|life|link|click|club|blog|cloud|help|support|team|world|email|bank|page|website|space|today|group|agency|finance|money|cash|loan|pay|center|services|systems|network|digital|company|media|news|social|chat|zone|host|gift|work|best|plus|guru|wiki)$/iu;

/** Any dot inside a word, because new top-level domains appear every year. */
const DOT_INSIDE = /(?<=[\p{L}\p{M}\d_-])\.(?=[\p{L}\p{M}\d_-])/gu;

/**
 * Attackers choose usernames and who is emailed. Null for names that could pass for a message, a code or a host; dots are spaced so that
 * they make no link.
 */
export function usernameForMail(username: string): string | null {
  const isWord = username.length <= LONGEST && /^[\p{L}\p{M}\d._-]+$/u.test(username);
  const hasNumber = /\d{4}/.test(username.replaceAll(/[._-]/g, ''));
  const isHost = ENDING.test(username) || /^www\./i.test(username);
  return isWord && !hasNumber && !isHost ? username.replaceAll(DOT_INSIDE, ' .') : null;
}

const LONGEST = 40;

/**
 * Behind a dot these make a host name of a word, and mail programs make links of host names. Every country has two letters,
 * and nearly all others have three; of the longer ones the usual.
 */
const ENDING =
  /\.(?:\p{L}{2,3}|info|name|asia|jobs|mobi|arpa|aero|coop|museum|online|site|shop|store|tech|live|life|link|click|club|blog|cloud|help|support|team|world|email|bank|page|website|space|store|today|group|agency|finance|money|cash|loan|pay|center|services|systems|network|digital|company|media|news|social|chat|zone|host|gift|work|best|plus|guru|wiki)$/iu;

/**
 * Staff and strangers choose user names, and a mail carries them to an address that they choose as well, in the name of the
 * organisation. So a mail repeats only what can be nothing but a name: no sentence, no link, no telephone number. Null where
 * it could be more.
 */
export function usernameForMail(username: string): string | null {
  const isWord = username.length <= LONGEST && /^[\p{L}\p{M}\d._-]+$/u.test(username);
  // Also with something between the digits, as telephone numbers have it.
  const hasNumber = /\d{4}/.test(username.replaceAll(/[._-]/g, ''));
  const isHost = ENDING.test(username) || /^www\./i.test(username);
  return isWord && !hasNumber && !isHost ? username : null;
}

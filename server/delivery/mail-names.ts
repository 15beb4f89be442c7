const LONGEST = 40;

/** Behind a dot these make an address of a word for everybody who reads it, not only for mail programs. */
const ENDING =
  /\.(?:\p{L}{2,3}|info|name|asia|jobs|mobi|arpa|aero|coop|museum|online|site|shop|store|tech|live|life|link|click|club|blog|cloud|help|support|team|world|email|bank|page|website|space|today|group|agency|finance|money|cash|loan|pay|center|services|systems|network|digital|company|media|news|social|chat|zone|host|gift|work|best|plus|guru|wiki)$/iu;

/** A dot with a letter or digit on either side: there are more than a thousand endings, and every year more. */
const DOT_INSIDE = /(?<=[\p{L}\p{M}\d_-])\.(?=[\p{L}\p{M}\d_-])/gu;

/**
 * Staff and strangers choose user names, and a mail carries them to an address that they choose as well, in the name of the
 * organisation. So a mail repeats only what can be nothing but a name: no sentence, no link, no telephone number. Null where
 * it could be more. A name with a dot is written with a space before it, so that no mail program makes a link of it, whichever
 * endings it knows.
 */
export function usernameForMail(username: string): string | null {
  const isWord = username.length <= LONGEST && /^[\p{L}\p{M}\d._-]+$/u.test(username);
  // Also with something between the digits, as telephone numbers have it.
  const hasNumber = /\d{4}/.test(username.replaceAll(/[._-]/g, ''));
  const isHost = ENDING.test(username) || /^www\./i.test(username);
  return isWord && !hasNumber && !isHost ? username.replaceAll(DOT_INSIDE, ' .') : null;
}

/** Where the name is one to be typed: that the space is ours. Nothing for names without one. */
export const spaceNote = (name: string) => (name.includes(' ') ? ' (without the space)' : '');

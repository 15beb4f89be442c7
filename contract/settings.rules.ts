/**
 * The one address outside that guests may be sent to. It has to lead where it seems to lead: no name before the host, and
 * no signs in the host that browsers skip or read as others, such as tabs, backslashes and wide dots.
 */
export function isExitUrl(text: string): boolean {
  const [, host] = /^https:\/\/([^/?#]+)/.exec(text) ?? [];
  if (host === undefined || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  return host.toLowerCase().replace(/:443$/, '') === new URL(text).host;
}

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

const FOREIGN = /\P{ASCII}/u;
/** RFC 6531; nothing invisible. */
const FOREIGN_LOCAL = /^[\w.!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+$/u;
/** Dots of other scripts count; Persian needs joiners. */
const FOREIGN_DOMAIN = /^(?!-|.*(?:\.-|-\.|-$))[\p{L}\p{M}\p{N}.。．｡\u200c-\u200d-]+$/u;

const ALIKE = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u];

const octets = (text: string) => (FOREIGN.test(text) ? new TextEncoder().encode(text).length : text.length);

function partsOf(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

export const domainOf = (address: string) => partsOf(address)[1];

/** The domain in ASCII (Punycode); other text is returned unchanged. */
export function asciiEmail(text: string): string {
  if (!FOREIGN.test(text)) return text;
  const [local, domain] = partsOf(text);
  const name = local.normalize('NFC');
  if (!FOREIGN.test(domain)) return `${name}@${domain}`;
  const url = FOREIGN_DOMAIN.test(domain) && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`) : null;
  return url === null ? text : `${name}@${url.hostname}`;
}

/** The browser's rule, plus a dot in the domain and other scripts. */
export function isEmail(text: string): boolean {
  const address = asciiEmail(text);
  if (octets(address) > 254) return false;
  const [local, domain] = partsOf(address);
  if (!FOREIGN.test(local)) return EMAIL.test(address);
  return (
    FOREIGN_LOCAL.test(local) &&
    octets(local) <= 64 &&
    // People cannot see the difference between normal forms or look-alike scripts.
    local.normalize('NFKC') === local &&
    ALIKE.filter((script) => script.test(local)).length < 2 &&
    EMAIL.test(`name@${domain}`)
  );
}

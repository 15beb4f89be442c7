const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

const FOREIGN = /\P{ASCII}/u;
/** RFC 6531, without invisible characters. */
const FOREIGN_LOCAL = /^[\w.!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+$/u;
/** Allows dots of other scripts, and joiners, which Persian needs. */
const FOREIGN_DOMAIN = /^(?!-|.*(?:\.-|-\.|-$))[\p{L}\p{M}\p{N}.。．｡\u200c-\u200d-]+$/u;

const ALIKE = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u];

const octets = (text: string) => (FOREIGN.test(text) ? new TextEncoder().encode(text).length : text.length);

function partsOf(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

export const domainOf = (address: string) => partsOf(address)[1];

/** Converts the domain to ASCII (Punycode); returns other text unchanged. */
export function asciiEmail(text: string): string {
  if (!FOREIGN.test(text)) return text;
  const [local, domain] = partsOf(text);
  const name = local.normalize('NFC');
  if (!FOREIGN.test(domain)) return `${name}@${domain}`;
  const url = FOREIGN_DOMAIN.test(domain) && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`) : null;
  return url === null ? text : `${name}@${url.hostname}`;
}

/** The browser's rule, plus other scripts and a required dot in the domain. */
export function isEmail(text: string): boolean {
  const address = asciiEmail(text);
  if (octets(address) > 254) return false;
  const [local, domain] = partsOf(address);
  if (!FOREIGN.test(local)) return EMAIL.test(address);
  return (
    FOREIGN_LOCAL.test(local) &&
    octets(local) <= 64 &&
    // People can't see the difference between normal forms or look-alike scripts.
    local.normalize('NFKC') === local &&
    ALIKE.filter((script) => script.test(local)).length < 2 &&
    EMAIL.test(`name@${domain}`)
  );
}

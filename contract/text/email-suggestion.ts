/** Largest first. No short names: a domain one letter from "aol" or "gmx" may be a company's. */
const OFTEN = new Map([
  ['com', 'gmail hotmail yahoo outlook icloud googlemail protonmail rediffmail fastmail'],
  ['co.uk', 'hotmail yahoo btinternet'],
  ['de', 't-online freenet outlook hotmail yahoo'],
  ['fr', 'hotmail yahoo outlook orange wanadoo laposte'],
  ['it', 'libero hotmail virgilio outlook yahoo'],
  ['es', 'hotmail outlook yahoo'],
  ['net', 'laposte comcast verizon'],
  ['ru', 'yandex rambler'],
]);

const RIGHT = 'mail.com email.com ymail.com jmail.com qmail.com cloud.com libera.it';

/** Real top-level domains that look like typos (.co, .cm, .om) count only for the largest providers. */
const ENDINGS = new Map([
  ['com', 'con cmo ocm comm coom ccom vom xom cim cpm clm cm co om'],
  ['net', 'nte ent nett'],
  ['org', 'ogr rog orgg'],
]);
const COUNTRIES = /^(?:cm|co|om)$/;

const includes = (names: string | undefined, name: string) => ` ${names} `.includes(` ${name} `);

/** Damerau–Levenshtein. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? before[j - 2] : undefined;
      next[j] = Math.min(
        (row[j - 1] as number) + (isSame ? 0 : 1),
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (swapped ?? 99) + 1,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] as number;
}

const LONG_NAME = 8;

function nearby(name: string, ending: string): string | null {
  if (includes(RIGHT, `${name}.${ending}`)) return null;
  const known = (OFTEN.get(ending) ?? '').split(' ');
  if (known.includes(name)) return null;
  for (const most of [1, 2]) {
    const found = known.find(
      (one) => (most === 1 || (one.length >= LONG_NAME && one[0] === name[0])) && distance(name, one) <= most,
    );
    if (found) return `${found}.${ending}`;
  }
  return null;
}

function suggestedDomain(domain: string): string | null {
  const dot = domain.indexOf('.');
  const [name, ending] = [domain.slice(0, dot), domain.slice(dot + 1)];
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  const [meant] = [...ENDINGS].find(([, wrong]) => includes(wrong, last)) ?? [];
  if (meant === undefined) return nearby(name, ending);
  if (COUNTRIES.test(last)) return ending === last && includes(OFTEN.get(meant), name) ? `${name}.${meant}` : null;
  const mended = domain.slice(0, -last.length) + meant;
  return (ending === last && nearby(name, meant)) || mended;
}

/** Only a question, because the address may be right. */
export function suggestedEmail(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = suggestedDomain(address.slice(at + 1).toLowerCase());
  return domain && `${address.slice(0, at)}@${domain}`;
}

import { transform } from 'lightningcss';

const UNESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

const classesIn = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes = '']) =>
      classes.replace(/&[^;]+;/g, (escaped) => UNESCAPED[escaped] ?? escaped).split(' '),
    ),
  );

/** Whether a selector, or a part of one, can match a page with these classes. */
function canMatch(part: unknown, classes: ReadonlySet<string>): boolean {
  if (typeof part !== 'object' || part === null) return true;
  if ('type' in part && 'name' in part && part.type === 'class') return classes.has(String(part.name));
  return Object.values(part).every((inner) => canMatch(inner, classes));
}

/**
 * The part of the style sheet that a page needs until it changes. It is inlined, so that the first paint needs no
 * second request.
 */
export function firstStyles(sheet: Uint8Array, html: string): string {
  const classes = classesIn(html);
  const { code } = transform({
    filename: 'first.css',
    code: sheet,
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.some((selector) => canMatch(selector, classes)) ? undefined : []),
      },
    },
  });
  return Buffer.from(code).toString();
}

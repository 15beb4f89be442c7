import { transform } from 'lightningcss';

const UNESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

const classesIn = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes = '']) =>
      classes.replace(/&[^;]+;/g, (escaped) => UNESCAPED[escaped] ?? escaped).split(' '),
    ),
  );

/** Whether a selector, or a part of one, can be about a page that has these classes. */
function concerns(part: unknown, classes: ReadonlySet<string>): boolean {
  if (typeof part !== 'object' || part === null) return true;
  if ('type' in part && 'name' in part && part.type === 'class') return classes.has(String(part.name));
  return Object.values(part).every((inner) => concerns(inner, classes));
}

/** As much of the style sheet as a page needs while it does not change. It comes in the page, so nobody waits for a second answer. */
export function firstStyles(sheet: Uint8Array, html: string): string {
  const classes = classesIn(html);
  const { code } = transform({
    filename: 'first.css',
    code: sheet,
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.some((selector) => concerns(selector, classes)) ? undefined : []),
      },
    },
  });
  return Buffer.from(code).toString();
}

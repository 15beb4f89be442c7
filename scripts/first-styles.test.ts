import { expect, test } from 'vitest';
import { firstStyles } from './first-styles.ts';

const SHEET = `
  @layer base { body { margin: 0 } :focus-visible { outline: 1px solid } }
  @layer utilities {
    .used { color: red }
    .unused { color: blue }
    .w-1\\/2 { width: 50% }
    .\\[\\&\\>p\\]\\:mt-2 > p { margin-top: 2px }
    @media (hover: hover) { .hover\\:used:hover { color: green } .hover\\:other:hover { color: green } }
    :where(.used > :not(:last-child)) { margin: 1px }
    .used :is(.unused) { margin: 2px }
    .used, .unused { padding: 1px }
  }
`;

test('A page gets only the rules that can apply to it', () => {
  const page = '<p class="used w-1/2 hover:used"><i class="[&amp;&gt;p]:mt-2"></i></p>';
  expect(firstStyles(Buffer.from(SHEET), page)).toBe(
    '@layer base{body{margin:0}:focus-visible{outline:1px solid}}' +
      '@layer utilities{.used{color:red}.w-1\\/2{width:50%}.\\[\\&\\>p\\]\\:mt-2>p{margin-top:2px}' +
      '@media (hover:hover){.hover\\:used:hover{color:green}}:where(.used>:not(:last-child)){margin:1px}' +
      '.used,.unused{padding:1px}}',
  );
});

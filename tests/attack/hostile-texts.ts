/** Texts that break lines, JSON, terminals or the writing direction. */
export const LINE_BREAKERS = [
  'a\r\nb: c',
  '"}\n{"level":60,"msg":"forged"}',
  '\u001b[2J\u001b[31m',
  '\u009b31m\u0085',
  '\u2028\u2029',
  '\u202e\u2066',
  'a\0b',
  '\ud800',
] as const;

export const STATEMENTS = ["' or 1=1 --", "admin'--", '"; drop table users; --', "'); delete from users; --"] as const;

/** Texts with a meaning in SQL, in LIKE patterns or in a full-text index. */
export const SQL_TEXTS = [
  ...STATEMENTS,
  '%',
  '_',
  '%%%_%',
  '\\',
  "\\' or 1=1 --",
  '$1',
  '?',
  ':name',
  '" or "" match "',
  '* near(a b) ^',
  "' & !'a':* <-> |",
  '/* */',
  '-- ',
] as const;

/** Texts that a spreadsheet would calculate, and harmless look-alikes; each with its exported cell. */
export const FORMULAS = [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("https://evil.example","click, me")', `'=HYPERLINK("https://evil.example","click, me")`],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['x; @SUM(A1)', "x;' @SUM(A1)"],
  ['O\'Neil-Smith, "Jo"', 'O\'Neil-Smith, "Jo"'],
  ['a=b+c@d-e', 'a=b+c@d-e'],
] as const;

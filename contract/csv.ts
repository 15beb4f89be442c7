/**
 * Where a spreadsheet starts a formula: also after spaces, with full-width signs, and after a semicolon or line break,
 * where many locales start a cell whatever our quotes say.
 */
const FORMULA = /(?<=^|[;\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

function csvCell(value: string): string {
  const text = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;

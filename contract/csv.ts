/**
 * Where a spreadsheet would begin to calculate: also behind spaces and with the wide signs of East Asian keyboards. And
 * behind a semicolon or a line break: spreadsheets of many countries begin a cell there, whatever our quotes say.
 */
const FORMULA = /(?<=^|[;\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

/** A cell that a spreadsheet would take for a formula is made text; quotes where the format needs them. */
function csvCell(value: string): string {
  const text = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;

/** Where a spreadsheet could read a formula. In many locales, a semicolon or line break starts a cell, even inside quotes. */
const FORMULA = /(?<=^|[;\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

function csvCell(value: string): string {
  const text = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;

/** Add new columns at the end: programs read them by position. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

export const csvHeading = (columns: CsvColumns<never>) => csvLine(Object.keys(columns));

export const csvRows = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]) => {
  const cells = Object.values(columns);
  return rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
};

export const csvFile = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]) =>
  csvHeading(columns) + csvRows(columns, rows);

/** One HTML file to read and print, without scripts and external files. */

interface ReportValue {
  readonly label: string;
  readonly value: string;
}

export interface ReportSection {
  readonly title: string;
  readonly note: string | null;
  readonly records: readonly (readonly ReportValue[])[];
}

export interface Report {
  readonly language: string;
  readonly direction: string;
  readonly title: string;
  /** Shown below the title. */
  readonly lines: readonly string[];
  readonly sections: readonly ReportSection[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Wider tables don't fit a printed page. */
const COLUMNS_MAX = 5;
const CELL_MAX = 60;

const PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

const valueHtml = (value: string) =>
  PICTURE.test(value) ? `<img src="${value}" alt="">` : `<bdi>${escaped(value)}</bdi>`;

const columnsOf = (records: ReportSection['records']) => [
  ...new Set(records.flatMap((record) => record.map(({ label }) => label))),
];

const isTable = (records: ReportSection['records'], columns: readonly string[]) =>
  records.length > 1 &&
  columns.length <= COLUMNS_MAX &&
  records.every((record) => record.every(({ value }) => value.length <= CELL_MAX));

function tableHtml(records: ReportSection['records'], columns: readonly string[]) {
  const head = columns.map((label) => `<th scope="col">${escaped(label)}</th>`).join('');
  const rows = records.map((record) => {
    const cells = columns.map((column) => record.find(({ label }) => label === column)?.value);
    return `<tr>${cells.map((value) => `<td>${value === undefined ? '' : valueHtml(value)}</td>`).join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const listHtml = (record: readonly ReportValue[]) =>
  `<dl>${record.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${valueHtml(value)}</dd></div>`).join('')}</dl>`;

/** From this many records on, values that all of them share are shown once, above them. */
const SHARED_FROM = 3;

function sharedBy([first = [], ...others]: ReportSection['records']): readonly ReportValue[] {
  if (others.length + 1 < SHARED_FROM) return [];
  const isIn = (record: readonly ReportValue[], { label, value }: ReportValue) =>
    record.some((one) => one.label === label && one.value === value);
  return first.filter((value) => others.every((record) => isIn(record, value)));
}

function sectionHtml({ title, note, records }: ReportSection) {
  const shared = sharedBy(records);
  const isShared = ({ label, value }: ReportValue) => shared.some((one) => one.label === label && one.value === value);
  const rest = records.map((record) => record.filter((value) => !isShared(value)));
  const columns = columnsOf(rest);
  const contents =
    (shared.length === 0 ? '' : listHtml(shared)) +
    (isTable(rest, columns) ? tableHtml(rest, columns) : rest.map(listHtml).join(''));
  return (
    `<section><h2>${escaped(title)} <small>${records.length}</small></h2>` +
    `${note === null ? '' : `<p class="note">${escaped(note)}</p>`}${contents}</section>`
  );
}

const STYLES = `
:root { color-scheme: light dark; --ink: light-dark(#14161b, #edeef2); --muted: light-dark(#5a6070, #9ca2b1);
  --line: light-dark(#e3e6eb, #272a31); --paper: light-dark(#ffffff, #131418); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.5rem 5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 0 0 .75rem; padding-top: 1.25rem; border-top: 2px solid var(--ink); font-size: 1.125rem; }
small { color: var(--muted); font-size: .875rem; font-weight: 400; font-variant-numeric: tabular-nums; }
section { margin-top: 2.5rem; }
header p, .note { margin: .25rem 0; color: var(--muted); }
.note { margin-bottom: .75rem; font-size: .875rem; }
dl { margin: 0; padding: .75rem 0; border-top: 1px solid var(--line); font-size: .875rem; break-inside: avoid; }
dl div { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 1rem; padding: .125rem 0; }
dt, th { color: var(--muted); font-weight: 400; text-align: start; }
dd { margin: 0; white-space: pre-wrap; }
table { width: 100%; border-spacing: 0; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top; }
[dir=rtl] :is(th, td) { padding: .5rem 0 .5rem 1rem; }
tr { break-inside: avoid; }
img { max-width: 8rem; border-radius: .5rem; }
@media (max-width: 30rem) { body { padding: 2rem 1rem; } dl div { grid-template-columns: 1fr; gap: 0; } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 10pt; } h2 { break-after: avoid; } }
`;

export const htmlReport = ({ language, direction, title, lines, sections }: Report) =>
  `<!doctype html>
<html lang="${escaped(language)}" dir="${escaped(direction)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped(title)}</title>
<style>${STYLES}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</header>
${sections.map(sectionHtml).join('\n')}
</body>
</html>
`;

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Measured, median, shown } from '../bench/figures.ts';
import { buildWeb } from './build-web.ts';

/** Each benchmark is a program of its own; `npm run bench -- name …` runs only those, `--save` writes docs/BENCHMARKS.md. */
const BENCHMARKS = [
  'sizes',
  'start',
  'sign-in',
  'flood',
  'abuse',
  'guests',
  'live',
  'helpdesk',
  'memory',
  'push',
  'users',
  'bulk',
  'activity',
  'lighthouse',
] as const;
const DOCUMENT = 'docs/BENCHMARKS.md';

interface Row {
  readonly benchmark: string;
  readonly name: string;
  readonly before: string;
  readonly measured: string;
  readonly limit: string;
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean | null;
  readonly values: readonly number[];
}

function rowOf(benchmark: string, { name, unit, goal, before, values, limits }: Measured): Row {
  const value = median(values);
  const ratio = limits.length === 0 ? null : median(values.map((one, index) => one / (limits[index] as number)));
  const judged = ratio ?? value;
  const goalUnit = ratio === null ? unit : '';
  return {
    benchmark,
    name,
    before: before === null ? '' : shown(before, unit),
    measured: shown(value, unit),
    limit: limits.length === 0 ? '' : shown(median(limits), unit),
    ratio: ratio === null ? null : Number(ratio.toFixed(2)),
    goal:
      goal === null
        ? ''
        : goal.least !== undefined
          ? `≥ ${shown(goal.least, goalUnit)}`
          : `≤ ${shown(goal.most as number, goalUnit)}`,
    met: goal === null ? null : judged >= (goal.least ?? -Infinity) && judged <= (goal.most ?? Infinity),
    values,
  };
}

function run(benchmark: string, dir: string): Row[] {
  process.stderr.write(`${benchmark}\n`);
  const file = join(dir, benchmark);
  const { status } = spawnSync(process.execPath, [`bench/${benchmark}.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BENCH_RESULTS: file },
  });
  if (status !== 0) {
    process.stderr.write(`${benchmark} FAILED\n`);
    process.exitCode = 1;
  }
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => rowOf(benchmark, JSON.parse(line)));
}

const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

function table(rows: readonly Row[]): string {
  const verdict = (met: boolean | null) => (met === null ? '' : met ? 'met' : '**missed**');
  const lines = rows.map(
    ({ benchmark, name, before, measured, limit, ratio, goal, met }) =>
      `| ${benchmark} | ${name} | ${before} | ${measured} | ${limit} | ${ratio ?? ''} | ${goal} | ${verdict(met)} |`,
  );
  return [
    '| benchmark | figure | before | measured | limit, same run | ratio | goal | |',
    '|---|---|---:|---:|---:|---:|---:|---|',
    ...lines,
  ].join('\n');
}

/** Replaces the table between the two marks; what people wrote around it stays. */
function save(text: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const marked = /(<!-- figures -->\n)[\s\S]*(\n<!-- end of figures -->)/;
  if (!marked.test(document)) throw new Error(`${DOCUMENT} has no place for the figures.`);
  writeFileSync(
    DOCUMENT,
    document.replace(marked, (_, start, end) => `${start}\n${text}\n${end}`),
  );
}

const args = process.argv.slice(2);
const wanted = args.filter((arg) => arg !== '--save');
const unknown = wanted.find((name) => !BENCHMARKS.some((benchmark) => benchmark === name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}". There are: ${BENCHMARKS.join(', ')}\n`);
  process.exit(1);
}
const dir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-results-'));
try {
  buildWeb();
  const chosen = BENCHMARKS.filter((benchmark) => wanted.length === 0 || wanted.includes(benchmark));
  const rows = chosen.flatMap((benchmark) => run(benchmark, dir));
  const date = new Date().toISOString().slice(0, 10);
  console.log(`\n${table(rows)}\n`);
  console.log(JSON.stringify({ date, machine: machine(), figures: rows }));
  if (args.includes('--save')) save(`${date}, ${machine()}\n\n${table(rows)}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

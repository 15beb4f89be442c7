/** An activity log partitioned by month beside today's table: the cost of its pages and its retention. */
import pg from 'pg';
import type { ScalingPostgres } from './postgres.ts';
import type { Cell } from './tables.ts';

const MONTHS = 24;
const MONTH_MS = 30 * 24 * 60 * 60_000;
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 240_000);
const START = 1_700_000_000_000;
const END = START + MONTHS * MONTH_MS;
/** The same columns in the same order, with the indexes that the pages need. */
const COLUMNS = 'id, user_id, action, page, ip_address, location, device, user_agent, details, created_at, guest_id';

async function make(client: pg.Client): Promise<void> {
  await client.query('create table cut (like activity including defaults) partition by range (created_at)');
  for (let month = 0; month < MONTHS; month += 1) {
    const from = START + month * MONTH_MS;
    await client.query(`create table cut_${month} partition of cut for values from (${from}) to (${from + MONTH_MS})`);
  }
  const step = Math.floor((END - START) / ENTRIES);
  const rows = `select lpad(n::text, 26, '0'), 'guest_' || n % 9973, case when n % 1000 = 0 then 'failed_login' else 'page_view' end,
    'Email Entry Page', '10.0.0.1', 'Norway', 'Chrome on Linux', repeat('x', 80), null, ${START} + n::bigint * ${step},
    'browser-' || n % 9973 from generate_series(0, ${ENTRIES - 1}) as n`;
  for (const table of ['activity', 'cut']) await client.query(`insert into ${table} (${COLUMNS}) ${rows}`);
  // A unique index must contain the partition key.
  await client.query('alter table cut add primary key (created_at, id)');
  await client.query('create index on cut (id)');
  await client.query('create index on cut (action, created_at)');
  await client.query('create index on cut (guest_id, created_at) where guest_id is not null');
  await client.query('vacuum analyze activity, cut');
}

const PLACE = END - 20 * MONTH_MS;
const page = (where: string) => (table: string) =>
  `select * from ${table} where ${where} order by created_at desc, id desc limit 50`;
const after = `(created_at, id) < (${PLACE}, 'z')`;

const QUESTIONS: readonly (readonly [string, (table: string) => string])[] = [
  ['the first page', page('true')],
  ['a page of 20 months ago, as it is asked for today', page(after)],
  ['the same with `created_at <=` beside it', page(`${after} and created_at <= ${PLACE}`)],
  ['a rare action, first page', page(`action = 'failed_login'`)],
  ['what one browser did', page(`guest_id = 'browser-77'`)],
  ['one entry by its id', (table) => `select * from ${table} where id = lpad('4711', 26, '0')`],
];

interface Explained {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  readonly Planning: { readonly 'Shared Hit Blocks': number };
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

async function explain(client: pg.Client, text: string): Promise<Explained> {
  // The first query loads the catalogue.
  await client.query(text);
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`);
  return rows[0]['QUERY PLAN'][0];
}

export async function partitioned(postgres: ScalingPostgres): Promise<Cell[][]> {
  const url = await postgres.fresh();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await make(client);
  const lines: Cell[][] = [];
  for (const [name, question] of QUESTIONS) {
    const cells: Cell[] = [name];
    for (const table of ['activity', 'cut']) {
      const explained = await explain(client, question(table));
      cells.push(
        explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'],
        explained['Planning Time'].toFixed(2),
        explained['Execution Time'].toFixed(2),
      );
    }
    lines.push(cells);
  }
  const wal = async (text: string) => {
    const { rows } = await client.query('select pg_current_wal_insert_lsn() as at');
    await client.query(text);
    const written = await client.query('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::int as bytes', [
      rows[0].at,
    ]);
    return `${(written.rows[0].bytes / 2 ** 20).toFixed(1)} MB of WAL`;
  };
  lines.push([
    'the oldest month is deleted',
    await wal(`delete from activity where created_at < ${START + MONTH_MS}`),
    '',
    '',
    await wal('drop table cut_0'),
    '',
    '',
  ]);
  await client.end();
  return lines;
}

/** Real processes on one PostgreSQL: the cost of each kind of request for both, and the queries of idle processes. */
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { processorOf } from '../processor-of.ts';
import { type BenchServer, benchInstallation } from '../servers.ts';
import { databaseOf, type ScalingPostgres, SECRET_KEY } from './postgres.ts';
import type { Cell } from './tables.ts';

const PROCESSES = [1, 4];
const SECONDS = 4;
const CONNECTIONS = 32;
/** By then the process has freed its start-up memory (`server/process/memory-saving.ts`), which is one collection. */
const QUIET_AFTER_SECONDS = 15;
const IDLE_SECONDS = 20;

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

interface Load {
  readonly name: string;
  readonly path: string;
  body?(index: number): object;
}

const LOADS: readonly Load[] = [
  { name: 'polls of guests', path: '/api/guest/check-prompt' },
  { name: 'page views', path: '/api/guest/log-activity', body: () => ({ page: 'Email Entry Page' }) },
  {
    name: 'codes asked for, and mailed',
    path: '/api/user/send-verification-code',
    body: (index) => ({ email: `guest${index}@example.com` }),
  },
];

/** No visitor comes twice, over all loads. */
let visitors = 0;

async function load(server: BenchServer, { path, body }: Load, connections: number) {
  return autocannon({
    url: `${server.url}${path}`,
    connections,
    duration: SECONDS,
    requests: [
      {
        method: body === undefined ? 'GET' : 'POST',
        setupRequest(request) {
          visitors += 1;
          const headers = { ...request.headers, 'x-forwarded-for': addressOf(visitors) };
          if (body === undefined) return { ...request, headers };
          const json = { ...headers, 'content-type': 'application/json' };
          return { ...request, headers: json, body: JSON.stringify(body(visitors)) };
        },
      },
    ],
  });
}

async function withProcesses(
  postgres: ScalingPostgres,
  count: number,
  work: (servers: readonly BenchServer[], url: string) => Promise<void>,
): Promise<void> {
  const url = await postgres.fresh();
  const installation = benchInstallation({
    DATABASE_URL: url,
    SECRET_KEY,
    MAIL_RATE: '100000',
    ROW_BUDGET: '1000000000',
  });
  const servers: BenchServer[] = [];
  try {
    for (let index = 0; index < count; index += 1) servers.push(await installation.start());
    await work(servers, url);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    installation.remove();
  }
}

const connectionsTo = async ({ owner }: ScalingPostgres, url: string): Promise<number> => {
  const { rows } = await owner.query(
    `select count(*)::int as count from pg_stat_activity where datname = $1 and application_name like 'gatehouse%'`,
    [databaseOf(url)],
  );
  return rows[0].count;
};

/** Milliseconds. */
const spent = (servers: readonly BenchServer[]) => servers.reduce((sum, { pid }) => sum + processorOf(pid) * 1_000, 0);

export async function portals(postgres: ScalingPostgres): Promise<Cell[][]> {
  const lines: Cell[][] = [];
  for (const count of PROCESSES)
    await withProcesses(postgres, count, async (servers, url) => {
      for (const one of LOADS) {
        await Promise.all(servers.map((server) => load(server, one, 2)));
        await postgres.forget();
        const [node, database] = [spent(servers), postgres.cpu()];
        const results = await Promise.all(servers.map((server) => load(server, one, CONNECTIONS / count)));
        // Waits for writes that follow the answer.
        await pause(1_000);
        const answers = results.reduce((sum, { requests }) => sum + requests.total, 0);
        const { calls } = await postgres.counted(url);
        lines.push([
          one.name,
          count,
          Math.round(answers / SECONDS),
          results.reduce((sum, { non2xx }) => sum + non2xx, 0),
          ((spent(servers) - node) / answers).toFixed(2),
          ((postgres.cpu() - database) / answers).toFixed(2),
          (calls / answers).toFixed(2),
          await connectionsTo(postgres, url),
        ]);
      }
    });
  return lines;
}

/** The queries of an idle process. */
export async function idle(postgres: ScalingPostgres): Promise<Cell[][]> {
  const lines: Cell[][] = [];
  for (const count of PROCESSES)
    await withProcesses(postgres, count, async (servers, url) => {
      await pause(QUIET_AFTER_SECONDS * 1_000);
      await postgres.forget();
      const [node, database] = [spent(servers), postgres.cpu()];
      await pause(IDLE_SECONDS * 1_000);
      const perProcess = IDLE_SECONDS * count;
      const all = await postgres.counted(url);
      const updates = await postgres.counted(url, 'update%');
      const begins = await postgres.counted(url, 'begin%');
      lines.push([
        count,
        (all.calls / perProcess).toFixed(1),
        (updates.calls / perProcess).toFixed(1),
        (begins.calls / perProcess).toFixed(1),
        ((spent(servers) - node) / perProcess).toFixed(1),
        ((postgres.cpu() - database) / perProcess).toFixed(1),
        await connectionsTo(postgres, url),
      ]);
    });
  return lines;
}

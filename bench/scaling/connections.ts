/** The cost of idle connections for PostgreSQL. */
import pg from 'pg';
import { privateMemoryOf, type ScalingPostgres } from './postgres.ts';
import type { Cell } from './tables.ts';

/** For 1, 10 and 50 processes with all the connections that each may open. */
const COUNTS = [11, 110, 550];

export async function connections(postgres: ScalingPostgres): Promise<Cell[][]> {
  const url = await postgres.fresh();
  const lines: Cell[][] = [];
  for (const count of COUNTS) {
    const before = privateMemoryOf(postgres.postmaster);
    const clients: pg.Client[] = [];
    for (let index = 0; index < count; index += 1) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      // A typical query, so that the connection has cached the tables, which is most of its memory.
      await client.query('select * from outbox order by due_at limit 5');
      await client.query('select * from activity order by created_at desc, id desc limit 50');
      clients.push(client);
    }
    const kb = privateMemoryOf(postgres.postmaster) - before;
    lines.push([count, (kb / 1024).toFixed(0), (kb / 1024 / count).toFixed(1)]);
    await Promise.all(clients.map((client) => client.end()));
  }
  return lines;
}

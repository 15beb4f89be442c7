import pg from 'pg';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { createLog } from '../process/log.ts';
import { waitForPostgres } from './postgres.ts';

test('A start tries a missing PostgreSQL for 30 s with a line each time, then gives up in one line', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  let now = 0;
  const time = {
    now: () => now,
    pass: async (ms: number) => {
      now += ms;
    },
  };
  const pool = new pg.Pool({ connectionString: `postgres://gatehouse@127.0.0.1:${await freePort()}/x` });
  await expect(waitForPostgres(pool, log, time)).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL could not be reached for 30 s: .*ECONNREFUSED/,
  );
  expect(now).toBe(30_000);
  expect(lines).toHaveLength(15);
  for (const line of lines) expect(JSON.parse(line).msg).toMatch(/^PostgreSQL cannot be reached, trying again/);
  await pool.end();
});

/** An installation after a year of use, on both databases: is everything as fast as on its first day? */
import { hangUp } from '../scripts/ask.ts';
import { bothDatabases } from './abuse/databases.ts';
import type { Database } from './abuse/portal.ts';
import { figure } from './figures.ts';
import { MEMORY_GOALS, memoryOf } from './memory-of.ts';
import { measureBackup } from './year/backup.ts';
import { measureExport } from './year/export.ts';
import type { Amounts } from './year/fill.ts';
import { measurePages } from './year/pages.ts';
import { filledPlace, startPlace } from './year/place.ts';
import { measureRetention } from './year/retention.ts';

const DAYS = 365;

const YEAR: Amounts = {
  days: DAYS,
  users: Number(process.env.BENCH_USERS ?? 1_000_000),
  entries: Number(process.env.BENCH_ENTRIES ?? 10_000_000),
  notifications: Number(process.env.BENCH_NOTIFICATIONS ?? 300_000),
  verified: Number(process.env.BENCH_VERIFIED ?? 2_000_000),
};

/** As many guests a day as during the year. */
const FIRST_DAY: Amounts = {
  days: 1,
  users: 1_000,
  entries: Math.ceil(YEAR.entries / DAYS),
  notifications: Math.ceil(YEAR.notifications / DAYS),
  verified: Math.ceil(YEAR.verified / DAYS),
};

async function afterAYear(database: Database): Promise<void> {
  const { name } = database;
  const fresh = await filledPlace(database, FIRST_DAY);
  const began = performance.now();
  const old = await filledPlace(database, YEAR);
  process.stderr.write(`  filled in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  const first = await startPlace(fresh);
  const { server, seconds } = await startPlace(old);
  figure(`${name}: start`, seconds, 's', { most: 1.5 });
  figure(`${name}: start on the first day`, first.seconds, 's');
  figure(`${name}: memory after the start`, memoryOf(server.pid, 'now'), 'MB', { most: MEMORY_GOALS.started });
  await measureExport(name, server, old.cookie, YEAR.entries);
  const asked = { url: server.url, cookie: old.cookie };
  await measurePages(name, asked, { url: first.server.url, cookie: fresh.cookie });
  await first.server.stop();
  fresh.installation.remove();
  await measureBackup(database, old, server);
  await server.stop();
  await measureRetention(name, old);
  old.installation.remove();
}

const { databases, stop } = await bothDatabases();
try {
  for (const database of databases) await afterAYear(database);
} finally {
  await stop();
  hangUp();
}

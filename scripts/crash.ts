import { parseArgs } from 'node:util';
import { runRounds } from '../tests/crash/rounds.ts';
import { postgresDatabase, sqliteDatabase } from '../tests/support/database.ts';
import { startOwnPostgres } from './test-postgres.ts';

/** `npm run crash -- --rounds 100` kills the portal while it writes, again and again, and counts what is lost. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
if (
  !Number.isInteger(rounds) ||
  rounds < 1 ||
  !Number.isInteger(seed) ||
  !/^(?:sqlite|postgres|both)$/.test(values.database)
) {
  console.error('Usage: npm run crash -- [--rounds 20] [--database sqlite|postgres|both] [--seed 1]');
  process.exit(2);
}
const say = (line: string) => console.log(`  ${line}`);

async function onSqlite() {
  const database = sqliteDatabase();
  try {
    return await runRounds({ database, rounds, seed, say });
  } finally {
    await database.remove();
  }
}

/** On a server of its own, because it is killed too, and with fsync, as in production. */
async function onPostgres() {
  const server = await startOwnPostgres();
  const database = await postgresDatabase(server.url);
  try {
    return await runRounds({ database, server, rounds, seed, say });
  } finally {
    await database.remove();
    await server.stop();
  }
}

console.log(`seed ${seed}`);
for (const [name, run] of [
  ['sqlite', onSqlite],
  ['postgres', onPostgres],
] as const) {
  if (values.database !== 'both' && values.database !== name) continue;
  console.log(`\n${name}`);
  const { acknowledged, lost, halfDone, wrong, mailsTwice } = await run();
  for (const problem of [...lost, ...halfDone, ...wrong].slice(0, 50)) console.log(`  ${problem}`);
  console.log(
    `${name}: ${rounds} rounds, ${acknowledged} acknowledged writes, ${lost.length} lost, ${halfDone.length} half-done` +
      `${wrong.length > 0 ? `, ${wrong.length} otherwise wrong` : ''} (mails that came twice: ${mailsTwice})`,
  );
  if (lost.length + halfDone.length + wrong.length > 0) process.exitCode = 1;
}

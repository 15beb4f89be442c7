import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, gzipSync } from 'node:zlib';
import { sqliteFile } from '../server/db/sqlite.ts';
import { postgresDatabase, sqliteDatabase, type TestDatabase } from '../tests/support/database.ts';
import { runProgram, untilRunning } from '../tests/support/process.ts';
import { TestSmtp } from '../tests/support/smtp.ts';
import { ADMIN, EXIT_URL, type Kept, playStory, SECRET_KEY } from '../tests/upgrade/story.ts';
import { freePort } from './free-port.ts';
import { startOwnPostgres } from './test-postgres.ts';

/**
 * `npm run release-data` plays a story on both databases and saves the result as the data of this version, for the
 * tests of later ones. `--program <dir>` runs another version, with its packages installed.
 */
const { values } = parseArgs({ options: { program: { type: 'string', default: '.' } } });
const program = resolve(values.program);
const { version } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as { version: string };
const target = join('tests/upgrade/releases', version);
mkdirSync(target, { recursive: true });

async function play(database: TestDatabase): Promise<Kept> {
  const smtp = await TestSmtp.listening();
  const port = await freePort();
  const server = {
    url: `http://localhost:${port}`,
    ...runProgram(join(program, 'server/main.ts'), {
      ...database.env,
      PORT: String(port),
      SECRET_KEY,
      ADMIN_PASSWORD: ADMIN.password,
      EXIT_HOSTS: new URL(EXIT_URL).host,
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: smtp.url,
      // Nothing listens there, so chat messages stay in the outbox.
      TELEGRAM_API_ROOT: `http://127.0.0.1:${await freePort()}`,
      LOG_LEVEL: 'error',
    }),
  };
  try {
    await untilRunning(server);
    const kept = await playStory({ url: server.url, version, smtp });
    server.kill('SIGTERM');
    await server.exited;
    return { ...kept, at: Date.now() };
  } finally {
    server.kill('SIGKILL');
    await smtp.close();
  }
}

function keep(name: 'sqlite' | 'postgres', kept: Kept, contents: Buffer): void {
  const packed = gzipSync(contents, { level: constants.Z_BEST_COMPRESSION });
  writeFileSync(join(target, `${name}.gz`), packed);
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  console.log(`${target}: ${name}, ${packed.length.toLocaleString('en-GB')} bytes`);
}

/** Drops lines that only some versions of PostgreSQL, or only psql, understand. */
const portable = (dump: string) =>
  dump
    .split('\n')
    .filter((line) => !/^(?:\\(?:un)?restrict \w+|SET transaction_timeout = 0;)$/.test(line))
    .join('\n');

const sqlite = sqliteDatabase();
try {
  keep('sqlite', await play(sqlite), readFileSync(sqliteFile(sqlite.env.DATA_DIR)));
} finally {
  await sqlite.remove();
}

const server = await startOwnPostgres();
try {
  const postgres = await postgresDatabase(server.url);
  const kept = await play(postgres);
  const dump = execFileSync(
    'pg_dump',
    ['--inserts', '--no-owner', '--no-privileges', postgres.env.DATABASE_URL as string],
    { encoding: 'utf8' },
  );
  keep('postgres', kept, Buffer.from(portable(dump)));
} finally {
  await server.stop();
}

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type App, buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { CONNECTIONS_MAX } from './http/connections.ts';
import { asHttpError } from './http/failures.ts';
import { createLog } from './process/log.ts';
import { saveMemoryWhenQuiet } from './process/memory-saving.ts';
import { allowedFiles, openFilesWarning } from './process/open-files.ts';
import { ConfigError, StartError } from './process/start-error.ts';
import { isLoopback } from './visitor/address.ts';

const CLOSE_WITHIN_MS = 4_500;
/** How long to serve after /healthz reports leaving, so that a proxy notices. */
const LEAVE_FOR_MS = 2_000;

async function start(): Promise<void> {
  // Don't crash if the log's reader is gone or its disk full.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  process.umask(0o077);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const webDir = fileURLToPath(new URL('../dist/web', import.meta.url));
  const app = await buildApp(config, { log, webDir }).catch((error) => {
    if (asHttpError(error).status !== 503) throw error;
    const [name, place] = config.databaseUrl === null ? ['DATA_DIR', config.dataDir] : ['DATABASE_URL', 'the database'];
    throw new StartError(`${name}: ${place} cannot be used right now: ${error.message}`);
  });
  await listen(app, config);
  saveMemoryWhenQuiet();
  await app.metrics?.listen();
  if (config.outcome.receipt && config.exitHosts.length === 0)
    log.warn('receipts carry email addresses to whatever exit URL is in the settings: set EXIT_HOSTS');

  let closing = false;
  const close = (signal: string) => {
    // Ctrl-C signals the whole process group, and npm forwards it again.
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    setTimeout(() => app.http.server.closeAllConnections(), CLOSE_WITHIN_MS - 500).unref();
    setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
    leaveAndClose(app, signal === 'SIGTERM' && config.trustProxy.rules.length > 0).then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'closing failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close);
  // Last, because a supervisor may stop us as soon as it reads this.
  announce(app, config);
}

async function leaveAndClose(app: App, isBehindProxy: boolean): Promise<void> {
  if (isBehindProxy) {
    app.leave();
    await wait(LEAVE_FOR_MS);
  }
  await app.close();
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.http.listen({ host, port });
  } catch (error) {
    await app.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new ConfigError('PORT', `${port} on ${host} is taken by another program`, '3001');
    if (code === 'EACCES') throw new ConfigError('PORT', `${port} needs more rights than this process has`, '3000');
    if (code === 'EADDRNOTAVAIL') throw new ConfigError('HOST', `${host} is not an address of this machine`, '0.0.0.0');
    throw error;
  }
}

function announce({ firstAdmin }: App, { publicUrl, mail, production, dataDir, databaseUrl }: Config): void {
  const lines = [`Gatehouse is running at ${publicUrl.origin}`];
  if (production && isLoopback(publicUrl.hostname)) lines.push('Only this machine reaches it: set PUBLIC_URL');
  if (firstAdmin !== null) {
    lines.push(`Admin sign-in: ${publicUrl.origin}/admin/login as "${firstAdmin.username}"`);
    lines.push(
      firstAdmin.generatedPassword === null
        ? 'Password: the one in ADMIN_PASSWORD'
        : `Password: ${firstAdmin.generatedPassword} (shown once; must be changed at the first sign-in)`,
    );
  } else {
    lines.push(`Admin sign-in: ${publicUrl.origin}/admin/login`);
  }
  lines.push(
    databaseUrl === null ? `Data is in ${dataDir}` : `Data is in PostgreSQL, the list of erasures in ${dataDir}`,
  );
  if (mail.smtpUrl !== null) lines.push(`Email goes to ${new URL(mail.smtpUrl).host}, from ${mail.from}`);
  else if (production) lines.push('Email goes nowhere: SMTP_URL is not set');
  else if (isLoopback(publicUrl.hostname))
    lines.push(`Email goes to the development mailbox at ${publicUrl.origin}/dev/mailbox`);
  else lines.push(`Email goes to files in ${join(dataDir, 'mailbox')}: SMTP_URL is not set`);
  const tooFewFiles = openFilesWarning(allowedFiles(), CONNECTIONS_MAX);
  // Trying it out needs fewer.
  if (production && tooFewFiles !== null) lines.push(tooFewFiles);
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}

if (import.meta.main)
  start().catch((error) => {
    // Errors that the operator can fix get one line, bugs a stack.
    process.stderr.write(`${error instanceof StartError ? error.message : (error?.stack ?? error)}\n`);
    process.exit(1);
  });

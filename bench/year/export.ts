import { setTimeout as pause } from 'node:timers/promises';
import { watchEventLoop } from '../event-loop.ts';
import { figure } from '../figures.ts';
import { MEMORY_GOALS, memoryOf } from '../memory-of.ts';
import { processorOf } from '../processor-of.ts';
import type { BenchServer } from '../servers.ts';

const SLOW_SECONDS = 10;
const SLOW_PAUSE_MS = 200;
const NEWLINE = 10;

async function open(server: BenchServer, cookie: string) {
  const leaving = new AbortController();
  const { body, status } = await fetch(`${server.url}/api/admin/activity.csv`, {
    headers: { cookie },
    signal: leaving.signal,
  });
  if (status !== 200 || body === null) throw new Error(`The export was answered with ${status}.`);
  return { body, leave: () => leaving.abort() };
}

/** Exports the whole log to a slow client that leaves, then to a fast one. For a fresh server, because it measures peak memory. */
export async function measureExport(name: string, server: BenchServer, cookie: string, entries: number): Promise<void> {
  const stopWatching = watchEventLoop(server.url);
  await readSlowly(server, cookie);
  figure(`${name}: an export that is taken slowly, memory at most`, memoryOf(server.pid, 'most'), 'MB', {
    most: MEMORY_GOALS.used,
  });
  const began = { at: performance.now(), processor: processorOf(server.pid) };
  const { body } = await open(server, cookie);
  let lines = 0;
  for await (const chunk of body) for (const byte of chunk) if (byte === NEWLINE) lines += 1;
  if (lines < entries) throw new Error(`Only ${lines} lines were exported.`);
  figure(`${name}: activity exported as CSV in`, (performance.now() - began.at) / 1_000, 's');
  figure(`${name}: activity exported, time of the processor`, processorOf(server.pid) - began.processor, 's');
  figure(`${name}: activity exported, memory at most`, memoryOf(server.pid, 'most'), 'MB', { most: MEMORY_GOALS.used });
  figure(`${name}: activity exported, longest wait of another request`, await stopWatching(), 'ms', { most: 50 });
}

async function readSlowly(server: BenchServer, cookie: string): Promise<void> {
  const { body, leave } = await open(server, cookie);
  const reader = body.getReader();
  const until = performance.now() + SLOW_SECONDS * 1_000;
  while (performance.now() < until && !(await reader.read()).done) await pause(SLOW_PAUSE_MS);
  leave();
}

/**
 * The time from the command to the first answer, with an empty data folder and with an existing one. `--beside=<commit>`
 * measures that version as well.
 */
import { otherVersion } from './cost/other-version.ts';
import { figure, repeatedly } from './figures.ts';
import { MEMORY_GOALS, memoryOf } from './memory-of.ts';
import { benchInstallation } from './servers.ts';

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** A version's first start and another one after it. */
async function twice(cwd: string) {
  const installation = benchInstallation();
  const start = async () => {
    let server: Awaited<ReturnType<typeof installation.start>> | undefined;
    const took = await seconds(async () => {
      server = await installation.start({ cwd });
      await fetch(`${server.url}/healthz`);
    });
    return { server: server as NonNullable<typeof server>, took };
  };
  const first = await start();
  await first.server.stop();
  const second = await start();
  const memory = memoryOf(second.server.pid, 'now');
  const end = await seconds(() => second.server.stop());
  installation.remove();
  return { first: first.took, second: second.took, memory, end };
}

const { BENCH_BESIDE: commit } = process.env;
const otherDir = commit === undefined ? null : otherVersion(commit);

await repeatedly(async () => {
  const before = otherDir === null ? null : await twice(otherDir);
  const now = await twice('.');
  figure('first start, with migrations and the first admin', now.first, 's', undefined, before?.first);
  figure('every other start', now.second, 's', { most: 0.8 }, before?.second);
  figure('memory after the start', now.memory, 'MB', { most: MEMORY_GOALS.started }, before?.memory);
  figure('end, after SIGTERM', now.end, 's', undefined, before?.end);
});

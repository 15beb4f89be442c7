/** The time from the command to the first answer, with an empty data folder and with an existing one. */
import { figure, repeatedly } from './figures.ts';
import { memoryOf } from './memory-of.ts';
import { benchInstallation } from './servers.ts';

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

await repeatedly(async () => {
  const installation = benchInstallation();
  const start = async () => {
    let server: Awaited<ReturnType<typeof installation.start>> | undefined;
    const took = await seconds(async () => {
      server = await installation.start();
      await fetch(`${server.url}/healthz`);
    });
    return { server: server as NonNullable<typeof server>, took };
  };
  const first = await start();
  figure('first start, with migrations and the first admin', first.took, 's');
  await first.server.stop();
  const second = await start();
  figure('every other start', second.took, 's', { most: 2 });
  figure('memory after the start', memoryOf(second.server.pid, 'now'), 'MB', { most: 150 });
  figure('end, after SIGTERM', await seconds(() => second.server.stop()), 's');
  installation.remove();
});

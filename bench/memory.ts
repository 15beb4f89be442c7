/** Ten thousand guests with open pages: the memory for them, and how long their polls take. */
import { fetched, hangUp } from '../scripts/ask.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { MEMORY_GOALS, memoryOf } from './memory-of.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const GUESTS = 10_000;
const AT_ONCE = 50;
const ipOf = (index: number) => `10.2.${index >> 8}.${index & 255}`;

/** Every guest once, some at a time. */
async function everybody(work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < GUESTS) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

await repeatedly(async () => {
  const installation = benchInstallation();
  const [admin] = await prepare(installation.config, 1);
  const server = await installation.start();
  const page = { page: 'Email Entry Page' };
  const times: number[] = [];
  const cookies: string[] = [];
  await everybody(async (index) => {
    const headers = { 'x-forwarded-for': ipOf(index) };
    const { cookie } = await fetched(`${server.url}/api/guest/log-activity`, { method: 'POST', headers, body: page });
    cookies[index] = cookie;
  });
  for (const path of ['check-prompt', 'check-redirect', 'check-prompt', 'check-prompt']) {
    await everybody(async (index) => {
      const headers = { 'x-forwarded-for': ipOf(index), cookie: cookies[index] ?? '' };
      times.push((await fetched(`${server.url}/api/guest/${path}`, { headers })).ms);
    });
    await fetched(`${server.url}/api/admin/guests`, { headers: { cookie: admin?.cookie ?? '' } });
  }
  const count = GUESTS.toLocaleString('en');
  figure(`${count} live guests: memory`, memoryOf(server.pid, 'now'), 'MB', { most: MEMORY_GOALS.used });
  figure(`${count} live guests: memory at most`, memoryOf(server.pid, 'most'), 'MB');
  times.sort((one, other) => one - other);
  figure(`${count} live guests: a poll among ${AT_ONCE} at once, p95`, percentile(times, 0.95), 'ms');
  await server.stop();
  installation.remove();
});
hangUp();

/** Five hundred polling guests and twenty watching admins: is anything lost, and how long do admins wait? */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { fetched, hangUp } from '../scripts/ask.ts';
import { figure, percentile, repeatedly } from './figures.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const GUESTS = 500;
const NEWCOMERS = 200;
const ADMINS = 20;
const SECONDS = 30;

const ipOf = (index: number) => `10.1.${index >> 8}.${index & 255}`;

/** Guests arrive, stay and are watched for a while, on a fresh installation. */
async function round(): Promise<void> {
  const installation = benchInstallation();
  const admins = await prepare(installation.config, ADMINS);
  const server = await installation.start();
  const end = performance.now() + SECONDS * 1000;
  const running = () => performance.now() < end;
  const times: number[] = [];

  const view = (index: number) =>
    fetched(`${server.url}/api/guest/log-activity`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ipOf(index) },
      body: { page: 'Email Entry Page' },
    });

  /** A guest's page: a view at first, a prompt poll every two seconds, a redirect poll every five. */
  const guest = async (index: number) => {
    await pause((index / GUESTS) * 2_000);
    const { cookie } = await view(index);
    const headers = { 'x-forwarded-for': ipOf(index), cookie };
    for (let tick = 1; running(); tick += 1) {
      await pause(1_000);
      if (tick % 2 === 0) await fetched(`${server.url}/api/guest/check-prompt`, { headers });
      if (tick % 5 === 0) await fetched(`${server.url}/api/guest/check-redirect`, { headers });
    }
  };

  /** An admin's page: the socket, and both lists every five seconds and on every change. */
  const admin = async ({ id, cookie }: { id: string; cookie: string }): Promise<Set<string>> => {
    const { host } = new URL(server.url);
    const socket = new WebSocket(`ws://${host}/ws`, { headers: { cookie, origin: server.url } });
    let changed = true;
    let lastAt = 0;
    let seen = new Set<string>();
    socket.on('open', () => socket.send(JSON.stringify({ type: 'admin_auth', adminId: id })));
    socket.on('message', (data) => {
      if (String(data).includes('guests_changed')) changed = true;
    });
    const fetchBoth = async () => {
      changed = false;
      lastAt = performance.now();
      const guests = await fetched(`${server.url}/api/admin/guests`, { headers: { cookie } });
      const logs = await fetched(`${server.url}/api/admin/guest-logs`, { headers: { cookie } });
      times.push(guests.ms, logs.ms);
      seen = new Set((JSON.parse(guests.text) as { ipAddress: string }[]).map(({ ipAddress }) => ipAddress));
    };
    while (running()) {
      if (changed || performance.now() - lastAt > 5_000) await fetchBoth();
      await pause(350);
    }
    await pause(1_000);
    if (changed) await fetchBoth();
    socket.close();
    return seen;
  };

  /** New guests keep arriving one after the other. */
  const newcomers = async () => {
    for (let index = 0; index < NEWCOMERS && running(); index += 1) {
      await view(GUESTS + index);
      await pause(((SECONDS - 5) * 1000) / NEWCOMERS);
    }
  };

  const [seen] = await Promise.all([
    Promise.all(admins.map(admin)),
    newcomers(),
    ...Array.from({ length: GUESTS }, (_, index) => guest(index)),
  ]);
  const everybody = GUESTS + NEWCOMERS;
  const missed = seen.reduce((sum, guests) => sum + (everybody - guests.size), 0);
  times.sort((one, other) => one - other);
  figure(`${GUESTS} guests, ${ADMINS} admins: lists fetched`, times.length / SECONDS, '/s');
  figure('an admin waits for a list, p50', percentile(times, 0.5), 'ms');
  figure('an admin waits for a list, p95', percentile(times, 0.95), 'ms', { most: 100 });
  figure(`guests that an admin did not see (of ${everybody} × ${ADMINS})`, missed, '', { most: 0 });
  await server.stop();
  installation.remove();
}

await repeatedly(round);
hangUp();

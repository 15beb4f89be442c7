/** Five hundred guests who poll and twenty admins who watch them: is anything lost, and how long do admins wait? */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { figure, percentile } from './figures.ts';
import { benchInstallation } from './servers.ts';
import { prepare } from './sessions.ts';

const GUESTS = 500;
const NEWCOMERS = 200;
const ADMINS = 20;
const SECONDS = 30;

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const ipOf = (index: number) => `10.1.${index >> 8}.${index & 255}`;

interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<{ ms: number; text: string }> {
  const began = performance.now();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    request(
      url,
      { agent, method, headers: { ...headers, ...(payload && { 'content-type': 'application/json' }) } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`));
          else resolve({ ms: performance.now() - began, text: Buffer.concat(chunks).toString() });
        });
      },
    )
      .on('error', reject)
      .end(payload);
  });
}

const installation = benchInstallation();
const admins = await prepare(installation.config, ADMINS);
const server = await installation.start();
const end = performance.now() + SECONDS * 1000;
const running = () => performance.now() < end;

const view = (index: number) =>
  ask(`${server.url}/api/guest/log-activity`, {
    method: 'POST',
    headers: { 'x-forwarded-for': ipOf(index) },
    body: { page: 'Email Entry Page' },
  });

/** A guest's page, as it is: a view at first, a prompt every two seconds, a redirect every five. */
async function guest(index: number): Promise<void> {
  const headers = { 'x-forwarded-for': ipOf(index) };
  await pause((index / GUESTS) * 2_000);
  await view(index);
  for (let tick = 1; running(); tick += 1) {
    await pause(1_000);
    if (tick % 2 === 0) await ask(`${server.url}/api/guest/check-prompt`, { headers });
    if (tick % 5 === 0) await ask(`${server.url}/api/guest/check-redirect`, { headers });
  }
}

const times: number[] = [];

/** An admin's page: the socket, and both lists every five seconds and whenever it hears that they changed. */
async function admin({ id, cookie }: { id: string; cookie: string }): Promise<Set<string>> {
  const { host } = new URL(server.url);
  const socket = new WebSocket(`ws://${host}/ws`, { headers: { cookie, origin: server.url } });
  let changed = true;
  let seen = new Set<string>();
  socket.on('open', () => socket.send(JSON.stringify({ type: 'admin_auth', adminId: id })));
  socket.on('message', (data) => {
    if (String(data).includes('guests_changed')) changed = true;
  });
  let fetched = 0;
  const fetchBoth = async () => {
    changed = false;
    fetched = performance.now();
    const guests = await ask(`${server.url}/api/admin/guests`, { headers: { cookie } });
    const logs = await ask(`${server.url}/api/admin/guest-logs`, { headers: { cookie } });
    times.push(guests.ms, logs.ms);
    seen = new Set((JSON.parse(guests.text) as { ipAddress: string }[]).map(({ ipAddress }) => ipAddress));
  };
  while (running()) {
    if (changed || performance.now() - fetched > 5_000) await fetchBoth();
    await pause(350);
  }
  await pause(1_000);
  if (changed) await fetchBoth();
  socket.close();
  return seen;
}

/** New guests all the time, one after the other. */
async function newcomers(): Promise<void> {
  for (let index = 0; index < NEWCOMERS && running(); index += 1) {
    await view(GUESTS + index);
    await pause(((SECONDS - 5) * 1000) / NEWCOMERS);
  }
}

try {
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
} finally {
  await server.stop();
  agent.destroy();
  installation.remove();
  process.exit();
}

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { newDatabase } from '../../tests/support/database.ts';
import { detail } from '../../tests/support/detail.ts';
import { spawnServer, startServer } from '../../tests/support/process.ts';

async function metricsServer() {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const port = String(await freePort());
  const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', BOUNCE_IMAP_URL: 'imap://nobody@127.0.0.1:1' };
  const { url } = await startServer({ ...database.env, METRICS_PORT: port, ...unreachable });
  return { url, port };
}

/** The answer of the metrics port after a request for a code and two requests that fail. */
async function metricsAfterRequests() {
  const { url, port } = await metricsServer();
  await fetch(`${url}/api/user/send-verification-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'guest@example.com' }),
  });
  await fetch(`${url}/api/admin/users/somebody`);
  await fetch(`${url}/api/no-such-thing`);
  return fetch(`http://127.0.0.1:${port}/metrics`);
}

test('Prometheus reads requests, the outbox, bounces and the process from METRICS_PORT', async () => {
  const answer = await metricsAfterRequests();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toContain(
    'gatehouse_http_request_duration_seconds_count{method="POST",route="/api/user/send-verification-code",status="200"} 1',
  );
  expect(text).toMatch(
    /gatehouse_http_request_duration_seconds_count\{method="GET",route="\/api\/\*",status="404"\} \d/,
  );
  expect(text).toContain('gatehouse_outbox_waiting{channel="mail"} 1');
  expect(text).toMatch(/gatehouse_outbox_oldest_timestamp_seconds\{channel="mail"\} 1\d{9}/);
  expect(text).toContain('gatehouse_returned_mail_total{kind="bounced"} 0');
  for (const name of [
    'sockets',
    'guest_sockets',
    'guests_online',
    'password_hashes_waiting',
    'last_backup_timestamp_seconds',
  ])
    expect(text).toContain(`gatehouse_${name} 0`);
  expect(text).toContain('process_resident_memory_bytes');
  // Typed text never becomes a label.
  expect(text).not.toMatch(/somebody|no-such-thing|guest@example/);
});

test('Every figure that the example alerts name is one that the server exports', async () => {
  const text = await (await metricsAfterRequests()).text();
  const exported = new Set([...text.matchAll(/^(\w+)/gm)].map(([, name]) => name));
  const rules = readFileSync('docs/examples/prometheus-alerts.yml', 'utf8');
  const named = new Set([...rules.matchAll(/\b(?:gatehouse|process|nodejs)_\w+/g)].map(([name]) => name));
  expect(named.size).toBeGreaterThan(3);
  expect([...named].filter((name) => !exported.has(name))).toEqual([]);
  // Prometheus itself makes this one, of the job that scrapes the port.
  expect(rules).toContain('up{job="gatehouse"}');
});

test('Metrics are on their own port only, and that port serves nothing else', async () => {
  const { url, port } = await metricsServer();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  const onPortal = await fetch(`${url}/metrics`);
  expect(await onPortal.text()).not.toContain('gatehouse_sockets');
});

detail('A server whose METRICS_PORT is taken does not start and says so', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const refused = spawnServer({ ...database.env, METRICS_PORT: String(port) }, await freePort());
  expect((await refused.exited).code).toBe(1);
  expect(refused.output()).toContain(`METRICS_PORT: ${port} is taken by another program. Example: METRICS_PORT=9465`);
});

import { expect, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { startApp } from '../../../../tests/support/app.ts';
import { confirmAddress, GATE_SECRET } from '../../../../tests/support/confirmed-guest.ts';
import { setExit } from '../../../../tests/support/exit.ts';
import {
  completedEvent,
  documentedProgram,
  siteVisitor,
  startRelyingSite,
  webhookSender,
} from '../../../../tests/support/relying-site.ts';
import { TestSmtp } from '../../../../tests/support/smtp.ts';

const EMAIL = 'anna@example.com';
const SITE = 'https://shop.example';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 'w').toString('base64')}`;

/** A portal that listens, and the site of docs/INTEGRATING.md beside it. */
async function portalAndSite() {
  const smtp = await TestSmtp.start();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { OUTCOME_RECEIPT: 'true', EXIT_HOSTS: 'shop.example', GATE: 'token', GATE_SECRET };
  const app = await startApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: url, ...env } });
  await app.http.listen({ host: '127.0.0.1', port });
  await setExit(app, `${SITE}/back`);
  const site = await startRelyingSite({ PORTAL: url, SITE, GATE_SECRET, WEBHOOK_SECRET });
  /** The site's clock is the machine's. */
  const keepStep = () => app.clock.advance(Date.now() - app.clock.now());
  return { app, smtp, site, keepStep };
}

test('The program in docs/INTEGRATING.md is short enough to read', () => {
  const lines = documentedProgram().split('\n');
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(50);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(130);
});

test('The documented site learns of a confirmed address by receipt', async () => {
  const { app, smtp, site, keepStep } = await portalAndSite();
  const person = siteVisitor(site);
  const client = app.client();
  const { token } = await person.start();
  expect(await person.known()).toEqual({ customer: 'customer-17', email: null });
  keepStep();
  expect((await client.post('/api/auth/validate-verification-token', { token })).json().success).toBe(true);
  await confirmAddress(app, client, smtp, EMAIL);
  const { url } = (await client.post('/api/guest/leave')).json();
  const { origin, pathname, search } = new URL(url);
  expect(origin + pathname).toBe(`${SITE}/back`);
  const back = await person.get(pathname + search);
  expect([back.status, back.headers.get('location')]).toEqual([303, '/']);
  expect(await person.known()).toEqual({ customer: 'customer-17', email: EMAIL });
});

test('The documented site learns of it by webhook, once or twice, and rejects forgeries', async () => {
  const { site } = await portalAndSite();
  const person = siteVisitor(site);
  const { jti } = await person.start();
  const event = completedEvent(EMAIL, jti);
  const send = webhookSender(WEBHOOK_SECRET);
  const refused = [
    webhookSender(`whsec_${Buffer.alloc(32, 'x').toString('base64')}`),
    webhookSender(WEBHOOK_SECRET, { at: new Date(Date.now() - 6 * 60_000) }),
    webhookSender(WEBHOOK_SECRET, { at: new Date(Date.now() + 6 * 60_000) }),
  ];
  for (const sendWrongly of refused) expect((await sendWrongly(`${site}/webhook`, event)).status).toBe(400);
  expect((await fetch(`${site}/webhook`, { method: 'POST', body: JSON.stringify(event) })).status).toBe(400);
  const abandoned = {
    type: 'verification.abandoned',
    timestamp: event.timestamp,
    data: { ...event.data, email_verified: false },
  };
  expect((await send(`${site}/webhook`, abandoned)).status).toBe(204);
  expect((await send(`${site}/webhook`, completedEvent(EMAIL, 'of-no-visit'))).status).toBe(204);
  expect(await person.known()).toEqual({ customer: 'customer-17', email: null });
  for (let times = 0; times < 2; times += 1) expect((await send(`${site}/webhook`, event)).status).toBe(204);
  expect(await person.known()).toEqual({ customer: 'customer-17', email: EMAIL });
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { confirmAddress } from '../support/confirmed-guest.ts';
import { changesBy } from '../support/contents.ts';
import type { HttpClient } from '../support/http-client.ts';
import { TestSmtp } from '../support/smtp.ts';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example:8443';

async function portal() {
  const smtp = await TestSmtp.start();
  const env = { SMTP_URL: smtp.url, OUTCOME_RECEIPT: 'true', EMBED_ORIGINS: `${SHOP},${OTHER}` };
  return { smtp, app: await startApp({ env, webDir: 'dist/web' }) };
}

async function open(client: HttpClient, query: string, referer?: string) {
  const url = `/user/email-entry?${query}`;
  const { body, headers } = await client.request({ url, headers: referer === undefined ? {} : { referer } });
  const [, json = ''] = /id="portal">(.*?)<\/script>/.exec(body) ?? [];
  return { site: JSON.parse(json).site, opener: headers['cross-origin-opener-policy'] };
}

const CLOSED = { site: undefined, opener: 'same-origin' };

const receiptFor = async (client: HttpClient, flow: string): Promise<string | null> =>
  (await client.post('/api/guest/embed-receipt', { flow })).json().receipt ?? null;

test('A window of a site that is not allowed is a usual one, whatever the site claims', async () => {
  const { app } = await portal();
  const id = randomUUID();
  const referers = [
    undefined,
    '',
    'null',
    'https://evil.example/',
    'http://shop.example/',
    'https://shop.example:8443/',
    'https://other.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://evil.example/https://shop.example/',
    'https://evil.example/#https://shop.example',
    'https://www.shop.example/',
    'https://shop.example./',
    'https:shop.example.evil.example',
    'javascript:alert("https://shop.example")',
    'data:text/html,https://shop.example',
    'file:///https://shop.example/',
    'http://localhost:3000/user/email-entry',
  ];
  for (const referer of referers)
    for (const claims of ['', `&site=${SHOP}&origin=${SHOP}`])
      expect([referer, await open(app.client(), `flow=${id}${claims}`, referer)]).toEqual([referer, CLOSED]);
  for (const flow of ['', 'short', `${id}<script>`, 'x'.repeat(65), `${id}\n${id}`])
    expect(await open(app.client(), `flow=${encodeURIComponent(flow)}`, `${SHOP}/`)).toEqual(CLOSED);
  expect(await open(app.client(), '', `${SHOP}/`)).toEqual(CLOSED);
});

test('A flow works only in its browser, for its site, as the server made it', async () => {
  const { app, smtp } = await portal();
  const victim = app.client();
  const attacker = app.client({ ip: victim.ip });
  const { site } = await open(victim, `flow=${randomUUID()}`, `${SHOP}/`);
  const own = await open(attacker, `flow=${randomUUID()}`, `${OTHER}/`);
  await confirmAddress(app, victim, smtp, 'anna@example.com');
  expect(await receiptFor(victim, site.flow)).not.toBeNull();

  const [origin = '', id = '', time = '', signature = ''] = site.flow.split('.');
  const [otherOrigin = ''] = own.site.flow.split('.');
  const evil = Buffer.from('https://evil.example').toString('base64url');
  const forged = [
    '',
    id,
    own.site.flow,
    [otherOrigin, id, time, signature].join('.'),
    [evil, id, time, signature].join('.'),
    [origin, randomUUID(), time, signature].join('.'),
    [origin, id, '0', signature].join('.'),
    [origin, id, time, ''].join('.'),
    [origin, id, time].join('.'),
    [origin, id, time, signature.slice(0, -1)].join('.'),
  ];
  for (const flow of forged) {
    expect([flow, await receiptFor(victim, flow)]).toEqual([flow, null]);
    expect([flow, await open(victim, `flow=${flow}`)]).toEqual([flow, CLOSED]);
  }
  // A stolen flow is of no use in another browser.
  expect(await receiptFor(attacker, site.flow)).toBeNull();
  expect(await open(attacker, `flow=${site.flow}`, 'https://evil.example/')).toEqual(CLOSED);
  // And no foreign page can ask for a receipt with the victim's cookie.
  const foreign = await victim.request({
    method: 'POST',
    url: '/api/guest/embed-receipt',
    payload: { flow: site.flow },
    headers: { origin: SHOP },
  });
  expect([foreign.statusCode, foreign.json().error]).toEqual([403, 'foreign_origin']);
});

test('Windows and receipts write nothing, and no receipt is logged', async () => {
  const { app, smtp } = await portal();
  const client = app.client();
  const { site } = await open(client, `flow=${randomUUID()}`, `${SHOP}/`);
  await confirmAddress(app, client, smtp, 'anna@example.com');
  let receipt: string | null = null;
  const changes = await changesBy(app, async () => {
    for (let times = 0; times < 20; times += 1) await open(app.client(), `flow=${randomUUID()}`, `${SHOP}/`);
    receipt = await receiptFor(client, site.flow);
  });
  expect(changes).toEqual([]);
  const [, , signature = 'none'] = String(receipt).split('.');
  for (const part of [signature, site.flow]) expect(app.logged.join('')).not.toContain(part);
});

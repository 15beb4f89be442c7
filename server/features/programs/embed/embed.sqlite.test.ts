import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { startApp } from '../../../../tests/support/app.ts';
import { confirmAddress, enterRightCode, GATE_SECRET, passGate } from '../../../../tests/support/confirmed-guest.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { TestSmtp } from '../../../../tests/support/smtp.ts';

const EMAIL = 'anna@example.com';
const SHOP = 'https://shop.example';
const OTHER = 'https://other.example:8443';
const EMBED = { OUTCOME_RECEIPT: 'true', EMBED_ORIGINS: `${SHOP}, ${OTHER}/` };
const ID = '0b0f6a4e-9c0b-4f6e-8d55-1f0e2c3d4a5b';

/** A build with the parts that matter here. */
function webDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const folder of ['assets', '.vite']) mkdirSync(join(dir, folder));
  writeFileSync(join(dir, 'index.html'), '<html lang="en"><head><!--portal--></head><body></body></html>');
  writeFileSync(join(dir, 'assets/embed-abc.js'), 'verify("https://portal.invalid")');
  const manifest = { 'features/programs/embed/embed.ts': { file: 'assets/embed-abc.js' } };
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest));
  return dir;
}

async function portal(env: Record<string, string> = EMBED) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, ...env }, webDir: webDir() });
  return { app, smtp };
}

/** Opens a window as a browser does: what its page says of the site, and whether it knows its opener. */
async function open(client: HttpClient, flow: string, referer: string | undefined) {
  const url = `/user/email-entry?flow=${encodeURIComponent(flow)}`;
  const { body, headers } = await client.request({ url, headers: referer === undefined ? {} : { referer } });
  const [, json = ''] = /id="portal">(.*?)<\/script>/.exec(body) ?? [];
  return { site: JSON.parse(json).site, opener: headers['cross-origin-opener-policy'], headers };
}

const receiptFor = async (client: HttpClient, flow: string): Promise<string | null> =>
  (await client.post('/api/guest/embed-receipt', { flow })).json().receipt;

describe('The script for sites', () => {
  test('Any page may load the script, which knows its portal, and browsers may keep it', async () => {
    const { app } = await portal({ ...EMBED, PUBLIC_URL: 'https://portal.example' });
    const ask = (headers: Record<string, string>) =>
      app.http.inject({ url: '/embed.js', headers: { host: 'portal.example', ...headers } });
    const foreign = { referer: `${SHOP}/`, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' };
    const answer = await ask(foreign);
    expect([answer.statusCode, answer.body]).toEqual([200, '(()=>{verify("https://portal.example")})();\n']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const packed = await ask({ ...foreign, 'accept-encoding': 'gzip' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(answer.body);
    expect((await ask({ 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  });

  test('Without sites that may use it there is no script, and a window knows no opener', async () => {
    const { app } = await portal({ OUTCOME_RECEIPT: 'true' });
    const client = app.client();
    expect((await client.get('/embed.js')).statusCode).toBe(404);
    expect(await open(client, ID, `${SHOP}/`)).toMatchObject({ site: undefined, opener: 'same-origin' });
  });

  test.for([
    ['shop.example', 'is not an https address'],
    ['http://shop.example', 'is not https'],
    ['https://shop.example/page', 'is not the origin of one site'],
    ['https://*.example', 'is not the origin of one site'],
    ['null', 'is not an https address'],
  ])('The portal does not start with %s as an origin', async ([origin, problem]) => {
    const start = startApp({ env: { OUTCOME_RECEIPT: 'true', EMBED_ORIGINS: `${SHOP},${origin}` } });
    await expect(start).rejects.toThrow(`"${origin}" ${problem}`);
  });

  test('The portal does not start with sites but without receipts', async () => {
    await expect(startApp({ env: { EMBED_ORIGINS: SHOP } })).rejects.toThrow('must be true with EMBED_ORIGINS');
  });
});

describe('A window that a site opened', () => {
  test('The site gets one receipt, the same each time, for what was confirmed in the flow', async () => {
    const { app, smtp } = await portal({ ...EMBED, GATE: 'token', GATE_SECRET });
    const client = app.client();
    const { site, opener, headers } = await open(client, ID, `${SHOP}/`);
    expect([site.origin, site.id, opener]).toEqual([SHOP, ID, 'unsafe-none']);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const jti = await passGate(app, client, 'customer-17');
    expect(await receiptFor(client, site.flow)).toBeNull();
    await enterRightCode(client, smtp, EMAIL);
    // While the result is held back.
    expect(await receiptFor(client, site.flow)).toBeNull();
    app.clock.advance(15_000);
    const receipt = await receiptFor(client, site.flow);
    expect(decodeJwt(String(receipt))).toMatchObject({ aud: SHOP, email: EMAIL, sub: 'customer-17', gate_jti: jti });
    app.clock.advance(5_000);
    expect(await receiptFor(client, site.flow)).toBe(receipt);
    app.clock.advance(10 * 60_000);
    expect(await receiptFor(client, site.flow)).toBeNull();
  });

  test('A reload finds the same flow, without the referrer', async () => {
    const { app } = await portal();
    const client = app.client();
    const { site } = await open(client, ID, `${OTHER}/some/page?x=1`);
    expect(site.origin).toBe(OTHER);
    app.clock.advance(60_000);
    expect(await open(client, site.flow, undefined)).toMatchObject({ site, opener: 'unsafe-none' });
    app.clock.advance(24 * 60 * 60_000);
    expect(await open(client, site.flow, undefined)).toMatchObject({ site: undefined, opener: 'same-origin' });
  });

  test('An address that was confirmed before the window opened is not for its site', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    const first = await open(client, ID, `${SHOP}/`);
    await confirmAddress(app, client, smtp, EMAIL);
    const second = await open(client, ID, `${OTHER}/`);
    expect(await receiptFor(client, second.site.flow)).toBeNull();
    const again = await open(client, ID, `${SHOP}/`);
    expect(await receiptFor(client, again.site.flow)).toBeNull();
    expect(await receiptFor(client, first.site.flow)).not.toBeNull();
  });

  test('Who is signed in gets the usual page and no receipt', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    const { site } = await open(client, ID, `${SHOP}/`);
    await confirmAddress(app, client, smtp, EMAIL);
    await createAccount(app, { username: 'user' });
    const user = await signedIn(app, { username: 'user' });
    user.cookies.set('guest', client.cookies.get('guest') as string);
    expect(await receiptFor(user, site.flow)).toBeNull();
    expect(await open(user, ID, `${SHOP}/`)).toMatchObject({ site: undefined, opener: 'same-origin' });
    expect(await open(user, site.flow, undefined)).toMatchObject({ site: undefined, opener: 'same-origin' });
  });
});

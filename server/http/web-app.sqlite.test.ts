import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAccount, signedIn } from '../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../tests/support/app.ts';
import { newDatabase } from '../../tests/support/database.ts';

function webDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html lang="en"><head><!--portal--></head><body></body></html>',
  );
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dir, 'assets', 'main-abc123.js'), 'console.log(1)');
  writeFileSync(join(dir, 'assets', 'main-abc123.js.br'), brotliCompressSync('console.log(1)'));
  writeFileSync(join(dir, 'secret.txt.gz'), 'never asked for');
  return dir;
}

describe('The page of the app', () => {
  test('The page is served on every path that is not a call, with its data', async () => {
    const app = await startApp({ webDir: webDir(), env: { LANGUAGES: 'en', ORGANISATION: '</script><b>"&' } });
    for (const url of ['/', '/auth', '/admin/users?user=1', '/a/b/c']) {
      const { statusCode, headers, body } = await app.client().get(url);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      const [, json] = /<script type="application\/json" id="portal">(.*?)<\/script>/.exec(body) ?? [];
      expect(JSON.parse(json as string)).toEqual({
        organisation: '</script><b>"&',
        selfRegistration: false,
        singleSignOn: false,
        apiKeys: false,
        captcha: { provider: 'altcha', siteKey: null },
        language: 'en',
        languages: [{ code: 'en', name: 'English', direction: 'ltr' }],
        user: null,
        mailFrom: 'no-reply@localhost',
        logoUrl: null,
        supportContact: null,
        gateRetryUrl: null,
      });
    }
    expect((await app.client().get('/api/nothing')).json().error).toBe('not_found');
  });

  test('A browser in the guest flow gets its cookie once, others get none', async () => {
    const app = await startApp({ webDir: webDir() });
    for (const url of ['/', '/user/email-entry', '/user/verify-code?x=1', '/redirect']) {
      const guest = app.client();
      await guest.get(url);
      const cookie = guest.cookies.get('guest');
      expect([url, cookie]).toEqual([url, expect.stringMatching(/^[\w-]{24}\.0\.[\w-]+$/)]);
      // The calls of the page are those of the same browser.
      await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
      await guest.get(url);
      expect(guest.cookies.get('guest')).toBe(cookie);
    }
    for (const url of ['/auth', '/admin/login', '/admin/users', '/userx', '/favicon.svg']) {
      const stranger = app.client();
      await stranger.get(url);
      expect([url, [...stranger.cookies.keys()]]).toEqual([url, []]);
    }
    await createAccount(app);
    const user = await signedIn(app);
    await user.get('/');
    expect(user.cookies.has('guest')).toBe(false);
  });

  test('The content security policy has a fresh nonce and nothing unsafe', async () => {
    const app = await startApp({ webDir: webDir() });
    const pages = await Promise.all([app.client().get('/auth'), app.client().get('/auth')]);
    const nonces = pages.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/script-src 'self';/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).toMatch(/base-uri 'none'; object-src 'none'/);
      expect(policy).not.toMatch(/unsafe|https:|\*/);
      const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
      expect(body).toContain(`nonce="${nonce}"`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('The policy allows the hosts of a captcha provider only when configured', async () => {
    const app = await startApp({
      webDir: webDir(),
      env: { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET: 'b' },
    });
    expect((await app.client().get('/auth')).headers['content-security-policy']).toMatch(
      "script-src 'self' https://challenges.cloudflare.com;",
    );
  });

  test('The page knows the signed-in user, without a secret', async () => {
    const app = await startApp({ webDir: webDir() });
    await createAccount(app, { firstName: 'Mira', lastName: 'Okafor' });
    const { body } = await (await signedIn(app)).get('/');
    expect(body).toContain('"firstName":"Mira"');
    expect(body).not.toMatch(/hash|argon2/);
  });

  test('The page has the chosen theme from the first paint', async () => {
    const app = await startApp({ webDir: webDir() });
    const themed = async (cookie: string) => (await app.client().request({ url: '/', headers: { cookie } })).body;
    expect(await themed('theme=dark')).toContain('<html data-theme="dark" lang="en" dir="ltr">');
    expect(await themed('theme="><script>')).toContain('<html lang="en" dir="ltr">');
    const https = await startApp({ webDir: webDir(), env: { PUBLIC_URL: 'https://portal.example' } });
    const onHttps = async (cookie: string) => (await https.client().request({ url: '/', headers: { cookie } })).body;
    expect(await onHttps('__Host-theme=dark')).toContain('data-theme="dark"');
    expect(await onHttps('theme=dark')).not.toContain('data-theme');
  });
});

test("The organisation's own logo is a file in the data directory", async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  writeFileSync(join(database.env.DATA_DIR, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const app = await startApp({ database, webDir: webDir() });
  expect((await app.client().get('/api/portal')).json().logoUrl).toBe('/logo.svg');
  const { headers, body } = await app.client().get('/logo.svg');
  // Opened by itself it is a document of our origin, so nothing in it may run.
  expect([headers['content-type'], headers['content-security-policy']]).toEqual([
    'image/svg+xml; charset=utf-8',
    expect.stringMatching("default-src 'none'"),
  ]);
  expect(body).toContain('<svg');
});

describe('A prerendered page', () => {
  const h1 = (body: string) => /<h1[^>]*>([^<]+)/.exec(body)?.[1] ?? null;
  const drawn = async (app: TestApp, url: string, headers = {}) => {
    const answer = await app.client().request({ url, headers });
    return h1(answer.body);
  };

  test("Strangers get the prerendered page, with the organisation's name escaped", async () => {
    const app = await startApp({ webDir: 'dist/web', env: { ORGANISATION: '<b>"& $& {{organisation}}' } });
    for (const [url, heading, title] of [
      ['/', 'Welcome', 'Welcome'],
      ['/user', 'Welcome', 'Welcome'],
      ['/user/email-entry?from=a-mail', 'Welcome', 'Welcome'],
      ['/auth', 'User Portal', 'Sign in'],
      ['/admin/login', 'Admin Portal', 'Admin sign in'],
    ] as const) {
      const { headers, body } = await app.client().get(url);
      expect([url, h1(body)]).toEqual([url, heading]);
      expect(body).toContain(`<title>${title} · &lt;b&gt;&quot;&amp; $&amp; {{organisation}}</title>`);
      expect(body).toContain('>&lt;b&gt;&quot;&amp; $&amp; {{organisation}}</span>');
      expect(body).not.toMatch(/<b>|<!--(?:page|parts|portal|styles)-->/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      const styled = `<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`;
      expect(body).toContain(styled);
      expect(headers['cache-control']).toBe('no-store');
      // Nothing in it needs the policy to allow more.
      expect(body.replace(styled, '')).not.toMatch(/ style=| on\w+=|<style/);
      for (const [script] of body.matchAll(/<script[^>]*>/g)) expect(script).toMatch(/ src="\/assets\/| id="portal"/);
    }
  });

  test('Known visitors, and those with a query, get no prerendered page', async () => {
    const app = await startApp({ webDir: 'dist/web' });
    for (const url of ['/user/verify-code', '/user/email-entry?token=a', '/auth?reason=signed-out', '/admin', '/a/b'])
      expect([url, await drawn(app, url)]).toEqual([url, null]);
    expect((await app.client().get('/admin')).body).toContain('<title>Gatehouse</title>');
    const guest = app.client();
    expect(h1((await guest.get('/')).body)).toBe('Welcome');
    expect(h1((await guest.get('/')).body)).toBeNull();
    await createAccount(app);
    const user = await signedIn(app);
    for (const url of ['/', '/auth', '/admin/login']) expect(h1((await user.get(url)).body)).toBeNull();
  });

  test('The prerendered switch shows the chosen theme', async () => {
    const app = await startApp({ webDir: 'dist/web' });
    const checked = async (cookie: string) => {
      const { body } = await app.client().request({ url: '/auth', headers: { cookie } });
      return [...body.matchAll(/<input[^>]*>/g)].filter(([tag]) => tag.includes(' checked=""')).join();
    };
    expect(await checked('')).toMatch(/value="system"/);
    expect(await checked('theme=light')).toMatch(/^<input[^>]*value="light" checked=""\/>$/);
    expect(await checked('theme=dark')).toMatch(/^<input[^>]*value="dark" checked=""\/>$/);
  });

  test('A prerendered page has the ALTCHA box only if it is configured', async () => {
    const env = { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET: 'b' };
    const app = await startApp({ webDir: 'dist/web', env });
    expect((await app.client().get('/auth')).body).not.toContain('not a robot');
    const own = await startApp({ webDir: 'dist/web' });
    expect((await own.client().get('/auth')).body).toContain('not a robot');
  });

  test('Prerendered pages are compressed, pages with personal data never', async () => {
    const app = await startApp({ webDir: 'dist/web' });
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const answer = await app.client().request({ url: '/auth', headers });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(h1(gunzipSync(answer.rawPayload).toString())).toBe('User Portal');
    await createAccount(app);
    const user = await signedIn(app);
    expect((await user.request({ url: '/auth', headers })).headers['content-encoding']).toBeUndefined();
  });

  test('Pages that were compressed before still follow nonce, theme, language and settings', async () => {
    const app = await startApp({ webDir: 'dist/web' });
    const read = async (headers = {}) => {
      const answer = await app.client().request({ url: '/auth', headers: { 'accept-encoding': 'gzip', ...headers } });
      const page = gunzipSync(answer.rawPayload).toString();
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? [];
      expect(page.split(`nonce="${nonce}"`).length).toBe(3);
      return { page, nonce };
    };
    const first = await read();
    expect((await read()).nonce).not.toBe(first.nonce);
    expect((await read({ cookie: 'theme=dark' })).page).toContain('data-theme="dark"');
    expect((await read({ 'accept-language': 'de' })).page).toContain('<html lang="de"');
    expect((await read()).page.replaceAll(/nonce="[^"]+"/g, '')).toBe(first.page.replaceAll(/nonce="[^"]+"/g, ''));
    const admin = await signedIn(app, ADMIN);
    const before = (await admin.get('/api/admin/settings')).json();
    const changed = { ...before, supportContact: 'help@example.com' };
    expect((await admin.post('/api/admin/settings', changed)).statusCode).toBe(200);
    expect((await read()).page).toContain('help@example.com');
  });

  test('Internal files of the build are not served', async () => {
    const app = await startApp({ webDir: 'dist/web' });
    for (const url of ['/.prerendered/en.json.br', '/.stamp', '/.vite/manifest.json'])
      expect((await app.client().get(url)).headers['content-type']).toMatch('text/html');
  });
});

describe('Static files', () => {
  test('Files with a hash in their name are cached for ever and compressed', async () => {
    const app = await startApp({ webDir: webDir() });
    const answer = await app
      .client()
      .request({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('console.log(1)');
    const plain = await app.client().get('/assets/main-abc123.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'console.log(1)']);
    const known = await app
      .client()
      .request({ url: '/assets/main-abc123.js', headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test.for(['/assets/nothing.js', '/assets/../index.html', '/assets/%2e%2e/package.json', '/assets/main-abc123.js.br'])(
    '%s is no static file',
    async (url) => {
      const app = await startApp({ webDir: webDir() });
      const answer = await app.client().get(url);
      expect(answer.body).not.toContain('"dependencies"');
      if (url.startsWith('/assets/') && !url.includes('..') && !url.includes('%2e'))
        expect(answer.statusCode).toBe(404);
    },
  );

  test('Other files are cached for an hour', async () => {
    const app = await startApp({ webDir: webDir() });
    const answer = await app.client().get('/favicon.svg');
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
  });
});

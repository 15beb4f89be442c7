import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

/** These tokens are built by hand: a library would refuse to make most of them. */

const SECRET = 'a-shared-secret-of-the-gate-long-enough';
const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ type: 'spki', format: 'pem' }).toString();

type Signer = (input: string) => Buffer;
const withHmac =
  (key: string | Buffer, digest = 'sha256'): Signer =>
  (input) =>
    createHmac(digest, key).update(input).digest();
const withEd25519 =
  ({ privateKey }: { privateKey: KeyObject }): Signer =>
  (input) =>
    sign(null, Buffer.from(input), privateKey);
const withP256 =
  ({ privateKey }: { privateKey: KeyObject }, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding });
const withNothing: Signer = () => Buffer.alloc(0);

const encoded = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

function token(header: object, payload: object | string, signer: Signer): string {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

function goodClaims(app: TestApp) {
  const iat = Math.floor(app.clock.now() / 1000);
  return { aud: 'guest-gate', iat, exp: iat + 900, jti: randomUUID() };
}

/** Each attempt comes from a new browser at a new IP address, so that no rate limit hides the check. */
async function opens(app: TestApp, value: string): Promise<boolean> {
  const client = app.client();
  const answer = await client.post('/api/auth/validate-verification-token', { token: value });
  expect([200, 400], answer.body).toContain(answer.statusCode);
  const passed = (await client.get('/api/guest/check-prompt')).statusCode === 200;
  expect(answer.statusCode === 200 && answer.json().success).toBe(passed);
  return passed;
}

const gate = (key: Record<string, string>) => startApp({ env: { GATE: 'token', ...key } });
const HS256 = { GATE_SECRET: SECRET };

const KINDS = [
  { alg: 'HS256', env: HS256, signer: withHmac(SECRET) },
  { alg: 'EdDSA', env: { GATE_PUBLIC_KEY: pem(ed25519) }, signer: withEd25519(ed25519) },
  { alg: 'ES256', env: { GATE_PUBLIC_KEY: pem(p256) }, signer: withP256(p256) },
];

describe.for(KINDS)('A gate with a key for $alg', ({ alg, env, signer }) => {
  test(`A forged ${alg} token does not open the gate`, async () => {
    const app = await gate(env);
    const claims = goodClaims(app);
    const good = token({ alg }, claims, signer);
    const [head, body, signature] = good.split('.') as [string, string, string];
    const attacker = { ed: generateKeyPairSync('ed25519'), ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
    const jwk = (pair: { publicKey: KeyObject }) => pair.publicKey.export({ format: 'jwk' });
    const publicKeys = [ed25519, p256].flatMap((pair) => [
      pem(pair),
      pem(pair).trim(),
      pair.publicKey.export({ type: 'spki', format: 'der' }),
      Buffer.from(jwk(pair).x as string, 'base64url'),
    ]);
    const other = token({ alg }, { ...claims, jti: randomUUID() }, signer).split('.')[2];
    const forged = {
      'no algorithm': ['none', 'None', 'NONE', 'nOnE', '', undefined, null, ['none'], [alg]].flatMap((none) => [
        token({ alg: none }, claims, withNothing),
        token({ alg: none }, claims, () => Buffer.from(signature, 'base64url')),
      ]),
      'no signature': [`${head}.${body}`, `${head}.${body}.`, `${head}..${signature}`, `.${body}.${signature}`, '..'],
      'the public key as a secret': publicKeys.flatMap((key) => [
        token({ alg: 'HS256' }, claims, withHmac(key)),
        token({ alg: 'HS512' }, claims, withHmac(key, 'sha512')),
      ]),
      'another algorithm with the right secret': [
        token({ alg: 'HS384' }, claims, withHmac(SECRET, 'sha384')),
        token({ alg: 'HS512' }, claims, withHmac(SECRET, 'sha512')),
        ...['EdDSA', 'ES256', 'RS256', 'PS256', 'hs256', 'dir'].map((name) =>
          token({ alg: name }, claims, withHmac(SECRET)),
        ),
      ],
      "the attacker's key": [
        token({ alg }, claims, withHmac('another-secret-that-is-long-enough-too')),
        token({ alg: 'HS256' }, claims, withHmac('')),
        token({ alg: 'EdDSA' }, claims, withEd25519(attacker.ed)),
        token({ alg: 'ES256' }, claims, withP256(attacker.ec)),
      ],
      "the attacker's key inside the token": [
        token({ alg: 'EdDSA', jwk: jwk(attacker.ed) }, claims, withEd25519(attacker.ed)),
        token({ alg: 'ES256', jwk: jwk(attacker.ec) }, claims, withP256(attacker.ec)),
        token({ alg: 'HS256', jwk: { kty: 'oct', k: encoded('mine') } }, claims, withHmac('mine')),
        token({ alg: 'EdDSA', jku: 'https://evil.example/jwks.json' }, claims, withEd25519(attacker.ed)),
        token({ alg: 'ES256', x5u: 'https://evil.example/x.pem', x5c: ['MIIB'] }, claims, withP256(attacker.ec)),
        ...['../../../../dev/null', "' or '1'='1", 'https://evil.example'].map((kid) =>
          token({ alg: 'HS256', kid }, claims, withHmac('')),
        ),
      ],
      'signatures in a wrong format': [
        token({ alg: 'ES256' }, claims, () => Buffer.alloc(64)),
        token({ alg: 'ES256' }, claims, withP256(p256, 'der')),
        token({ alg: 'EdDSA' }, claims, () => Buffer.alloc(64)),
        token({ alg }, claims, () => Buffer.alloc(32)),
      ],
      'an altered token': [
        `${head}.${encoded({ ...claims, jti: randomUUID() })}.${signature}`,
        `${encoded({ alg, typ: 'JWT' })}.${body}.${signature}`,
        `${head}.${body}.${other}`,
        good.slice(0, -4),
        good.slice(4),
        `${good}.${signature}`,
        `${good}.x.y`,
        JSON.stringify({ protected: head, payload: body, signature }),
        JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] }),
      ],
      'critical headers': [
        token({ alg, crit: ['exp'], exp: claims.exp }, claims, signer),
        token({ alg, crit: ['b64'], b64: false }, claims, signer),
        token({ alg, crit: ['other'], other: 1 }, claims, signer),
        token({ alg, crit: [] }, claims, signer),
        token({ alg, crit: 'exp' }, claims, signer),
        token({ alg, b64: false, crit: ['b64'] }, JSON.stringify(claims), signer),
      ],
      'a payload that is not an object': ['', '[]', 'null', '"guest-gate"', '7', '{', '\u0000'].map((text) =>
        token({ alg }, text, signer),
      ),
    };
    for (const [attack, values] of Object.entries(forged))
      for (const value of values) expect([attack, value, await opens(app, value)]).toEqual([attack, value, false]);
    // No attempt used up the genuine token.
    expect(await opens(app, good)).toBe(true);
  });
});

describe('Claims with a valid signature', () => {
  const now = (app: TestApp) => Math.floor(app.clock.now() / 1000);

  test('A token for another audience, time or lifetime, or with malformed claims, does not open the gate', async () => {
    const app = await gate(HS256);
    const at = now(app);
    const bad: Record<string, object> = {
      'another audience': { aud: 'somewhere-else' },
      'an audience that looks like ours': { aud: 'guest-gate ' },
      'our audience in other letters': { aud: 'Guest-Gate' },
      'audiences without ours': { aud: ['a', 'b'] },
      'an empty list of audiences': { aud: [] },
      'a nested list as audience': { aud: [['guest-gate']] },
      'an object as audience': { aud: { 'guest-gate': true } },
      'null as audience': { aud: null },
      'no audience': { aud: undefined },
      'an expiry right now': { exp: at },
      'an expiry long ago': { iat: at - 2_000, exp: at - 1_100 },
      'an expiry as text': { exp: String(at + 60) },
      'an expiry as null': { exp: null },
      'no expiry': { exp: undefined },
      'an infinite expiry': { exp: 1e308 },
      'a lifetime one second too long': { exp: at + 901 },
      'no issue time': { iat: undefined },
      'an issue time as text': { iat: String(at) },
      'an issue time as null': { iat: null },
      'an issue time tomorrow': { iat: at + 86_400, exp: at + 86_400 + 900 },
      'an issue time beyond clock skew': { iat: at + 61, exp: at + 900 },
      'not valid yet': { nbf: at + 60 },
      'not-before as text': { nbf: 'now' },
      'no id': { jti: undefined },
      'an empty id': { jti: '' },
      'a number as id': { jti: 7 },
      'null as id': { jti: null },
      'a boolean as id': { jti: true },
      'a list as id': { jti: ['a'] },
      'an object as id': { jti: { a: 1 } },
      'a long id': { jti: 'x'.repeat(201) },
      'an id with a null character': { jti: 'a\u0000b' },
      'half a character as id': { jti: '\ud800' },
    };
    for (const [name, claims] of Object.entries(bad)) {
      const value = token({ alg: 'HS256' }, { ...goodClaims(app), ...claims }, withHmac(SECRET));
      expect([name, await opens(app, value)]).toEqual([name, false]);
    }
    expect(await app.db.selectFrom('gate_tokens').selectAll().execute()).toEqual([]);
    expect(app.logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });

  test('A token with odd but valid claims opens the gate once', async () => {
    const app = await gate(HS256);
    const at = now(app);
    for (const claims of [
      { aud: ['somewhere-else', 'guest-gate'] },
      { iat: at + 59, exp: at + 59 + 900 },
      { iat: at + 0.25, exp: at + 600.1234567 },
      { jti: 'x'.repeat(200) },
      { role: 'admin', sub: 'admin' },
    ]) {
      const value = token({ alg: 'HS256' }, { ...goodClaims(app), ...claims }, withHmac(SECRET));
      expect([claims, await opens(app, value), await opens(app, value)]).toEqual([claims, true, false]);
    }
  });
});

describe('One gate token', () => {
  test('Twenty simultaneous tokens with one id open the gate once', async () => {
    const app = await gate(HS256);
    const claims = goodClaims(app);
    const spellings = Array.from({ length: 20 }, (_, index) =>
      token(
        { alg: 'HS256', ...(index % 2 && { typ: 'JWT' }) },
        { ...claims, exp: claims.exp - index },
        withHmac(SECRET),
      ),
    );
    const opened = await Promise.all(spellings.map((value) => opens(app, value)));
    expect(opened.filter(Boolean)).toHaveLength(1);
  });

  test('Link scanners do not use up a gate token, and the log does not contain it', async () => {
    const app = await gate(HS256);
    const value = token({ alg: 'HS256' }, goodClaims(app), withHmac(SECRET));
    const scanner = app.client();
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      for (const path of ['/redirect', '/user/email-entry', '/api/auth/validate-verification-token', '/api/portal'])
        await scanner.request({ method, url: `${path}?token=${value}` });
    expect((await scanner.get('/api/guest/check-prompt')).statusCode).toBe(403);
    expect(await opens(app, value)).toBe(true);
    expect(app.logged.join('')).not.toContain(value.split('.')[2]);
  });

  test('An oversized gate token is refused', async () => {
    const app = await gate(HS256);
    const huge = (length: number) => token({ alg: 'HS256', x: 'x'.repeat(length) }, goodClaims(app), withHmac(SECRET));
    const statusOf = async (value: string) =>
      (await app.client().post('/api/auth/validate-verification-token', { token: value })).statusCode;
    expect([await statusOf(huge(4_000)), await statusOf(huge(16_000))]).toEqual([400, 413]);
  });
});

import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { signingKeyAt } from '../../server/features/verification/receipts/signing-keys.ts';
import { startApp } from '../support/app.ts';
import { GATE_SECRET } from '../support/confirmed-guest.ts';
import { siteVisitor, startRelyingSite } from '../support/relying-site.ts';

/** These receipts are built by hand: a library would refuse to make most of them. */

const SITE = 'https://shop.example';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 'w').toString('base64')}`;

type Signer = (input: string) => Buffer;
const withEd25519 =
  (privateKey: KeyObject): Signer =>
  (input) =>
    sign(null, Buffer.from(input), privateKey);
const withHmac =
  (key: string | Buffer): Signer =>
  (input) =>
    createHmac('sha256', key).update(input).digest();
const withNothing: Signer = () => Buffer.alloc(0);

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function receiptOf(header: object, claims: object, signer: Signer): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

test('The documented relying site accepts only a genuine receipt, once, from the browser that it sent', async () => {
  const port = await freePort();
  const PORTAL = `http://localhost:${port}`;
  const env = { OUTCOME_RECEIPT: 'true', EXIT_HOSTS: 'shop.example', PUBLIC_URL: PORTAL };
  const app = await startApp({ env });
  await app.http.listen({ host: '127.0.0.1', port });
  const url = await startRelyingSite({ PORTAL, SITE, GATE_SECRET, WEBHOOK_SECRET });
  const person = siteVisitor(url);
  const { jti: gateJti } = await person.start();
  const victim = siteVisitor(url);
  const { jti: victimsJti } = await victim.start();

  const { privateKey, jwk } = signingKeyAt(app.keys, app.clock.now());
  const header = { alg: 'EdDSA', typ: 'receipt+jwt', kid: jwk.kid };
  const genuine = withEd25519(privateKey);
  const now = Math.floor(Date.now() / 1000);
  const claims = () => ({
    iss: PORTAL,
    aud: SITE,
    iat: now,
    exp: now + 600,
    jti: randomUUID(),
    email: 'mallory@example.com',
    email_verified: true,
    gate_jti: gateJti,
  });
  const { exp: _exp, ...withoutExpiry } = claims();
  const { jti: _jti, ...withoutId } = claims();
  const { gate_jti: _gate, ...withoutVisit } = claims();
  const other = generateKeyPairSync('ed25519');
  const publicPem = other.publicKey.export({ type: 'spki', format: 'pem' });
  const good = receiptOf(header, claims(), genuine);
  const [head = '', body = '', signature = ''] = good.split('.');

  const forged: Record<string, string> = {
    'no receipt at all': '',
    nonsense: 'a.b.c',
    'no signature and no key': receiptOf({ alg: 'none', typ: 'receipt+jwt' }, claims(), withNothing),
    'no signature, with our key named': receiptOf({ ...header, alg: 'none' }, claims(), withNothing),
    'a removed signature': `${head}.${body}.`,
    'the public key as a shared secret': receiptOf(
      { ...header, alg: 'HS256' },
      claims(),
      withHmac(Buffer.from(jwk.x, 'base64url')),
    ),
    'the published JWK as a shared secret': receiptOf(
      { ...header, alg: 'HS256' },
      claims(),
      withHmac(JSON.stringify(jwk)),
    ),
    "the gate's shared secret": receiptOf({ ...header, alg: 'HS256' }, claims(), withHmac(GATE_SECRET)),
    'another key with our key id': receiptOf(header, claims(), withEd25519(other.privateKey)),
    'another key with its own key id': receiptOf({ ...header, kid: 'mine' }, claims(), withEd25519(other.privateKey)),
    'a key inside the receipt': receiptOf(
      { ...header, jwk: other.publicKey.export({ format: 'jwk' }), x5c: [String(publicPem)] },
      claims(),
      withEd25519(other.privateKey),
    ),
    'keys from another site': receiptOf(
      { ...header, jku: 'https://evil.example/jwks.json' },
      claims(),
      withEd25519(other.privateKey),
    ),
    'other claims under a genuine signature': `${head}.${encoded({ ...claims(), email: 'ceo@example.com' })}.${signature}`,
    'a signature cut short': good.slice(0, -2),
    'another token type': receiptOf({ ...header, typ: 'JWT' }, claims(), genuine),
    'a receipt for another site': receiptOf(header, { ...claims(), aud: 'https://other.example' }, genuine),
    'a receipt for another port of the host': receiptOf(header, { ...claims(), aud: `${SITE}:8443` }, genuine),
    'a receipt for the host without TLS': receiptOf(header, { ...claims(), aud: 'http://shop.example' }, genuine),
    'a receipt of another portal': receiptOf(header, { ...claims(), iss: 'https://evil.example' }, genuine),
    'an expired receipt': receiptOf(header, { ...claims(), iat: now - 700, exp: now - 100 }, genuine),
    'a receipt without an expiry': receiptOf(header, withoutExpiry, genuine),
    'a receipt without an id': receiptOf(header, withoutId, genuine),
    'a receipt without a visit': receiptOf(header, withoutVisit, genuine),
    'a receipt of another visit': receiptOf(header, { ...claims(), gate_jti: victimsJti }, genuine),
    'a receipt of an invented visit': receiptOf(header, { ...claims(), gate_jti: randomUUID() }, genuine),
  };
  for (const [name, receipt] of Object.entries(forged))
    expect([name, await person.bring(receipt)]).toEqual([name, 400]);
  expect(await person.known()).toMatchObject({ email: null });

  // The victim opens a link with Mallory's receipt.
  expect(await victim.bring(good)).toBe(400);
  expect(await siteVisitor(url).bring(good)).toBe(400);
  expect(await victim.known()).toMatchObject({ email: null });

  const answers = await Promise.all(Array.from({ length: 5 }, () => person.bring(good)));
  expect(answers.sort()).toEqual([303, 400, 400, 400, 400]);
  expect(await person.known()).toMatchObject({ email: 'mallory@example.com' });
  expect(await person.bring(good)).toBe(400);
});

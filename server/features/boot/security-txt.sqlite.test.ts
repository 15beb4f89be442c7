import { expect, test } from 'vitest';
import { startApp } from '../../../tests/support/app.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 24 * 60 * 60 * 1000;
const NAMED = { PUBLIC_URL: 'https://portal.example', SECURITY_CONTACT: 'security@example.com' };

test('security.txt names the contact and expires within a year of each request', async () => {
  const app = await startApp({ env: NAMED });
  const fields = async () => {
    const { statusCode, headers, body } = await app.client().get(PATH);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toMatch(/^(?:[A-Z][A-Za-z-]+: [^\n]+\n)+$/);
    return body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2));
  };
  const expectedNow = () => [
    ['Contact', 'mailto:security@example.com'],
    ['Expires', new Date(app.clock.now() + 180 * DAY_MS).toISOString()],
    ['Preferred-Languages', 'en'],
    ['Canonical', `https://portal.example${PATH}`],
  ];
  expect(await fields()).toEqual(expectedNow());
  app.clock.advance(300 * DAY_MS);
  expect(await fields()).toEqual(expectedNow());
});

test('security.txt is served on our own hosts only', async () => {
  const app = await startApp({ env: NAMED });
  const answer = await app.client().request({ url: PATH, headers: { host: 'evil.example' } });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('security@example.com');
});

test('Without a contact there is no security.txt', async () => {
  const app = await startApp();
  const answer = await app.client().get(PATH);
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found']);
});

import { expect, onTestFinished, test } from 'vitest';
import { newDatabase, type TestDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';
import { type RunningProcess, startServer, until } from '../support/process.ts';
import { expectUnsaid } from '../support/secrecy.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { Visitor } from '../support/visitor.ts';
import { verifiedEvent, WebhookTarget } from '../support/webhook-target.ts';

interface Place {
  readonly smtp: TestSmtp;
  readonly target: WebhookTarget;
  start(): Promise<RunningProcess>;
}

async function newPlace(): Promise<Place> {
  const database: TestDatabase = await newDatabase();
  onTestFinished(() => database.remove());
  const [smtp, target] = [await TestSmtp.start(), await WebhookTarget.start()];
  const env = { ...database.env, SMTP_URL: smtp.url, ...target.env };
  return { smtp, target, start: () => startServer(env) };
}

async function verify({ smtp }: Place, running: RunningProcess, email: string): Promise<string> {
  const guest = new Visitor(1, () => [running.url]);
  const before = smtp.received.length;
  expect((await guest.ask('POST', '/api/user/send-verification-code', { email })).status).toBe(200);
  const code = codeIn(await smtp.mail(before + 1));
  expect((await guest.ask('POST', '/api/user/verify-code', { email, code })).body).toEqual({ success: true });
  return code;
}

async function kill(running: RunningProcess) {
  running.kill('SIGKILL');
  await running.exited;
}

detail('A result that was not delivered before a kill arrives once after the restart', async () => {
  const place = await newPlace();
  place.target.behaviour = 'cut';
  const first = await place.start();
  await verify(place, first, 'guest@example.com');
  await kill(first);

  place.target.behaviour = 204;
  const second = await place.start();
  await until('the result has arrived', () => place.target.received.length > 0);
  second.kill('SIGTERM');
  await second.exited;
  expect(place.target.received).toHaveLength(1);
  expect(place.target.received[0]?.event.data).toMatchObject({ email: 'guest@example.com', email_verified: true });
});

test('A result whose delivery was not confirmed before a kill arrives again with the same id', async () => {
  const place = await newPlace();
  const { target } = place;
  target.behaviour = 'silent';
  const first = await place.start();
  const code = await verify(place, first, 'guest@example.com');
  await until('the target has received the result', () => target.received.length === 1);
  await kill(first);

  target.behaviour = 204;
  const second = await place.start();
  await until('the result has arrived again', () => target.received.length === 2);
  second.kill('SIGTERM');
  await second.exited;
  const [one, other] = target.received;
  expect([one?.id, one?.body]).toEqual([other?.id, other?.body]);
  for (const got of target.received) {
    expect(verifiedEvent(got).type).toBe('verification.completed');
    expectUnsaid(code, `${got.body}${JSON.stringify(got.headers)}`);
  }
});

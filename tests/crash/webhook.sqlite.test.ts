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
  readonly events: WebhookTarget;
  start(): Promise<RunningProcess>;
}

async function newPlace(): Promise<Place> {
  const database: TestDatabase = await newDatabase();
  onTestFinished(() => database.remove());
  const [smtp, target, events] = [await TestSmtp.start(), await WebhookTarget.start(), await WebhookTarget.start()];
  const env = { ...database.env, SMTP_URL: smtp.url, ...target.env, ...events.eventsEnv };
  return { smtp, target, events, start: () => startServer(env) };
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

detail('A result and an event that were not delivered before a kill arrive once after the restart', async () => {
  const place = await newPlace();
  place.target.behaviour = 'cut';
  place.events.behaviour = 'cut';
  const first = await place.start();
  await verify(place, first, 'guest@example.com');
  await kill(first);

  place.target.behaviour = 204;
  place.events.behaviour = 204;
  const second = await place.start();
  await until('the result has arrived', () => place.target.received.length > 0);
  await until('the event has arrived', () => place.events.types.includes('guest.verified'));
  second.kill('SIGTERM');
  await second.exited;
  expect(place.target.received).toHaveLength(1);
  expect(place.target.received[0]?.event.data).toMatchObject({ email: 'guest@example.com', email_verified: true });
  expect(place.events.eventsOf('guest.verified')).toMatchObject([{ data: { email: 'guest@example.com' } }]);
});

test('A result and an event whose delivery was not confirmed before a kill arrive again with the same ids', async () => {
  const place = await newPlace();
  const { target, events } = place;
  target.behaviour = 'silent';
  events.behaviour = 'silent';
  const first = await place.start();
  const code = await verify(place, first, 'guest@example.com');
  await until('both targets have received it', () => target.received.length === 1 && events.received.length === 1);
  await kill(first);

  target.behaviour = 204;
  events.behaviour = 204;
  const second = await place.start();
  await until('both have arrived again', () => target.received.length === 2 && events.received.length === 2);
  second.kill('SIGTERM');
  await second.exited;
  for (const { received } of [target, events]) {
    const [one, other] = received;
    expect([one?.id, one?.body]).toEqual([other?.id, other?.body]);
  }
  for (const got of [...target.received, ...events.received]) {
    expect(['verification.completed', 'guest.verified']).toContain(verifiedEvent(got).type);
    expectUnsaid(code, `${got.body}${JSON.stringify(got.headers)}`);
  }
});

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { publicGuestId } from '../../server/visitor/guest-id.ts';
import { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';

const HALTS = inject('everything') ? 30 : 10;
const HELP = '/api/guest/help';

let two: Several;
let admin: Visitor;

beforeAll(async () => {
  two = await Several.start(2);
  admin = await two.signedInAdmin();
});

afterAll(() => two?.close());

/** A browser that both processes know, because it has reported its page to both. */
async function guestInFlow() {
  const visitor = two.visitor();
  await visitor.ask('GET', '/api/guest/state');
  const id = publicGuestId(two.keys, visitor.guestId);
  for (const each of two.atEach(visitor))
    await each.ask('POST', '/api/guest/log-activity', { page: 'Email Entry Page' });
  return { visitor, id };
}

const polled = async (at: Visitor) => [
  (await at.ask('GET', '/api/guest/check-prompt')).body.showPrompt,
  (await at.ask('GET', '/api/guest/check-redirect')).body.redirect,
];

test('A halt at one process takes effect at the other at once', async () => {
  for (let round = 0; round < HALTS; round += 1) {
    const { visitor, id } = await guestInFlow();
    const [here, there] = [two.at(round % 2, visitor), two.at((round + 1) % 2, visitor)];
    const staff = two.at((round + 1) % 2, admin);
    // A prompt that waits at the other process is withdrawn by the halt.
    expect((await staff.ask('POST', '/api/admin/guest-prompt', { guestId: id, prompt: 'email' })).status).toBe(200);
    expect((await here.ask('POST', HELP, { reason: 'told_to_come' })).body.halted).toBe(true);
    expect(await polled(there)).toEqual([false, null]);
    for (const [path, body] of [
      ['/api/admin/guest-prompt', { guestId: id, prompt: 'email' }],
      ['/api/admin/redirects', { guestId: id, exit: true }],
      ['/api/admin/guest-prompt', { guestIp: visitor.ip }],
      ['/api/admin/redirects', { guestIp: visitor.ip, isGuestRedirect: true, destinationPath: '/user/verify-code' }],
    ] as const)
      expect((await staff.ask('POST', path, body)).status).toBe(409);
    for (const at of two.atEach(visitor)) expect(await polled(at)).toEqual([false, null]);
    expect((await there.ask('DELETE', HELP)).status).toBe(200);
    for (const at of two.atEach(visitor)) expect(await polled(at)).toEqual([false, null]);
  }
});

test('A message sent at the same moment as a halt is not delivered after it', async () => {
  for (let round = 0; round < HALTS; round += 1) {
    const { visitor, id } = await guestInFlow();
    const [here, there] = [two.at(round % 2, visitor), two.at((round + 1) % 2, visitor)];
    const staff = two.at((round + 1) % 2, admin);
    await Promise.all([
      here.ask('POST', HELP, { reason: 'told_to_come' }),
      staff.ask('POST', '/api/admin/guest-prompt', { guestId: id, prompt: 'email' }),
      staff.ask('POST', '/api/admin/redirects', { guestId: id, exit: true }),
    ]);
    for (const at of two.atEach(visitor)) expect(await polled(at)).toEqual([false, null]);
    const rows = await two.db
      .selectFrom('guest_messages')
      .select('id')
      .where('guest_id', '=', id)
      .where('is_waiting', '=', 1)
      .execute();
    expect(rows).toEqual([]);
    expect((await there.ask('DELETE', HELP)).status).toBe(200);
    for (const at of two.atEach(visitor)) expect(await polled(at)).toEqual([false, null]);
  }
});

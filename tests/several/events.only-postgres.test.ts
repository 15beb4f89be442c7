import { expect, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { until } from '../support/process.ts';
import { WebhookTarget } from '../support/webhook-target.ts';

test('Two processes send each event once, and those of one person in order', async () => {
  const target = await WebhookTarget.start();
  const one = await startApp({ env: target.eventsEnv });
  const two = await startApp({ env: target.eventsEnv, database: one.database });
  const admins = [await signedIn(one, ADMIN), await signedIn(two, ADMIN)];
  const users: string[] = [];
  for (const [index, admin] of [...admins, ...admins].entries()) {
    const made = await admin.post('/api/admin/users', { username: `user-${index}`, role: 'user' });
    users.push(made.json().id);
  }
  for (let turn = 0; turn < 6; turn += 1)
    for (const id of users) {
      const payload = { firstName: `Name ${turn}` };
      const answer = await admins[turn % 2]?.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload });
      expect(answer?.statusCode).toBe(200);
    }
  await until('all have arrived', async () => {
    await Promise.all([one.webhooks.work(), two.webhooks.work()]);
    return target.eventsOf('user.changed').length >= users.length * 6;
  });
  expect(new Set(target.received.map(({ id }) => id)).size).toBe(target.received.length);
  for (const id of users) {
    const names = target
      .eventsOf('user.changed')
      .filter(({ data }) => data.id === id)
      .map(({ data }) => data.first_name);
    expect(names).toEqual(Array.from({ length: 6 }, (_, turn) => `Name ${turn}`));
  }
  await Promise.all([one.webhooks.look(), two.webhooks.look()]);
  await until('the head has arrived', () => target.eventsOf('audit.head').length > 0);
  await Promise.all([one.webhooks.work(), two.webhooks.work()]);
  expect(target.eventsOf('audit.head')).toHaveLength(1);
});

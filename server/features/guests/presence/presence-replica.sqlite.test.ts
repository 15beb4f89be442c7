import { expect, test } from 'vitest';
import { startApp } from '../../../../tests/support/app.ts';
import { guestInFlow } from '../../../../tests/support/guest-in-flow.ts';
import { type Bus, createListeners } from '../../../live/bus.ts';
import { createLog } from '../../../process/log.ts';
import { visitorAt } from '../../../visitor/visitor.ts';
import { PresenceReplica } from './presence-replica.ts';

test('A guest who is erased while the list is being read comes back only with a new visit', async () => {
  const app = await startApp();
  const { id } = await guestInFlow(app);
  await app.presence.settle();
  const { notify, subscribe, onGap } = createListeners();
  const bus: Bus = {
    healthy: true,
    publish: notify,
    publishIn: async (_, topic, ...ids) => notify(topic, ...ids),
    subscribe,
    onGap,
    close: async () => {},
  };
  const replica = new PresenceReplica({ ...app, bus, log: createLog('silent'), severalProcesses: true });
  await replica.load();
  expect(replica.guests.get(id)).toBeDefined();

  const reading = replica.load();
  bus.publish('person-erased', id);
  await reading;
  await replica.settle();
  expect(replica.guests.get(id)).toBeUndefined();
  expect(await app.db.selectFrom('guests').select('id').execute()).toEqual([]);

  const visitor = visitorAt('203.0.113.7', undefined);
  replica.viewed(id, 'Email Entry Page', visitor, { at: app.clock.now(), isKnown: true });
  await replica.close();
  expect(await app.db.selectFrom('guests').select('id').execute()).toEqual([{ id }]);
});

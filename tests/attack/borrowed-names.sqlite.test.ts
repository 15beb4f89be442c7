import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../contract/guests/guests.ts';
import type { ActivityEntry } from '../../contract/log/activity.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { guestIdOf, reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';

const BORROWED = 'Ben Boss (mallory)';
const RENAMED = { firstName: { from: 'Mallory', to: 'Ben' }, lastName: { from: 'Oldname', to: 'Boss' } };

const patch = async (client: HttpClient, url: string, payload: object) =>
  expect((await client.request({ method: 'PATCH', url, payload })).statusCode).toBe(200);

/** Mallory takes the name of Ben and then prompts a guest. */
async function borrow() {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  await createAccount(app, { username: 'ben', firstName: 'Ben', lastName: 'Boss', role: 'admin' });
  const { id } = await createAccount(app, {
    username: 'mallory',
    email: 'mallory@example.com',
    firstName: 'Mallory',
    lastName: 'Oldname',
    role: 'helper',
  });
  const mallory = await signedIn(app, { username: 'mallory' });
  await patch(mallory, '/api/user/profile', { firstName: 'Ben', lastName: 'Boss' });
  const guest = app.client();
  await reportPage(guest, 'Email Entry Page');
  await app.presence.settle();
  const guestId = guestIdOf(app, guest);
  const sent = await mallory.post('/api/admin/guest-prompt', { guestId, prompt: 'email' });
  expect(sent.statusCode, sent.body).toBe(200);
  await app.presence.settle();
  return { app, admin, id, guest, guestId };
}

test('Staff who take the full name of a colleague are told apart wherever the log names them', async () => {
  const { app, admin, id, guest, guestId } = await borrow();
  const url = '/api/admin';
  const log: ActivityEntry[] = (await admin.get(`${url}/activity?limit=1000`)).json();
  const audit: ActivityEntry[] = (await admin.get(`${url}/audit`)).json();
  for (const entries of [log, audit]) {
    const theirs = entries.filter(({ userId }) => userId === id);
    expect(theirs.length).toBeGreaterThan(2);
    for (const { userName } of theirs) expect(userName).toBe(BORROWED);
  }
  const timeline: TimelineEntry[] = (await admin.get(`${url}/guests/${guestId}/timeline`)).json();
  expect(timeline.flatMap(({ by }) => by ?? [])).toEqual([BORROWED]);
  for (const file of ['activity', 'audit']) {
    const { body } = await admin.get(`${url}/${file}.csv`);
    expect(body).toContain(`,${BORROWED},`);
    expect(body).not.toContain(',Ben Boss,');
  }
  const people = (await admin.get(`${url}/audit/people`)).json();
  expect(people.staff.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['admin', 'Ben Boss (ben)', BORROWED]),
  );
  expect((await guest.get('/api/guest/check-prompt')).body).not.toMatch(/ben|mallory/i);

  expect((await admin.request({ method: 'DELETE', url: `${url}/users/${id}` })).statusCode).toBe(200);
  expect((await admin.get(`${url}/audit.csv`)).body).toContain(`,${BORROWED} (account deleted),`);
  await app.close();
});

test('The audit trail has the old and the new name of staff who rename themselves, until they are erased', async () => {
  const { app, admin, id } = await borrow();
  const renamed = async () =>
    (await admin.get(`/api/admin/audit?target=${id}&kind=edited`)).json().map(({ details }: ActivityEntry) => details);
  expect(await renamed()).toEqual([{ change: 'edited', user: id, username: 'mallory', changed: RENAMED }]);

  await patch(admin, `/api/admin/users/${id}/role`, { role: 'user' });
  const erased = await admin.post('/api/admin/people/erase', { email: 'mallory@example.com' });
  expect(erased.statusCode, erased.body).toBe(200);
  await app.erasures.settle();
  expect(await renamed()).toMatchObject([{ user: id, username: 'mallory' }]);
  const rows = await app.db.selectFrom('activity').select('details').execute();
  expect(rows.map(({ details }) => details).join()).not.toContain('Oldname');
});

test('What users call themselves is not logged', async () => {
  const app = await startApp();
  await createAccount(app, { firstName: 'Mira' });
  await patch(await signedIn(app), '/api/user/profile', { firstName: 'A password typed into the wrong field' });
  const rows = await app.db.selectFrom('activity').select('details').execute();
  expect(rows.map(({ details }) => details)).toContain('{"change":"details"}');
  expect(JSON.stringify(rows)).not.toContain('wrong field');
});

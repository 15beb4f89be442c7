import { expect, test } from 'vitest';
import type { Guest } from '../../contract/guest-activity.ts';
import { until } from '../support/process.ts';
import type { Visitor } from '../support/visitor.ts';
import { AT_ONCE_MS, type Portal } from './portal.ts';

const view = (guest: Visitor, page: string) => guest.ask('POST', '/api/guest/log-activity', { page });
const poll = (guest: Visitor) => guest.ask('GET', '/api/guest/check-redirect');

/** What the list of each process has of a guest. */
async function seenBy({ several, admin }: Portal, { ip }: Visitor): Promise<Guest[][]> {
  const lists = await Promise.all(
    several()
      .atEach(admin())
      .map((each) => each.ask('GET', '/api/admin/guests')),
  );
  return lists.map(({ body }) => (body as Guest[]).filter(({ ipAddress }) => ipAddress === ip));
}

export function guestsAreSeen(portal: Portal): void {
  test('a guest whose requests go round is one guest, on the page that was opened last', async () => {
    const guest = portal.several().visitor();
    const pages = ['Email Entry Page', 'Verify Code Page', 'Email Entry Page', 'Verify Code Page'];
    for (const [index, page] of pages.entries()) {
      await view(guest, page);
      for (let polls = 0; polls < 5; polls += 1) await poll(guest);
      await until(
        'every process shows one guest on that page',
        async () =>
          (await seenBy(portal, guest)).every(
            (guests) => guests.length === 1 && guests[0]?.lastPage === page && guests[0].pageViews === index + 1,
          ),
        AT_ONCE_MS,
      );
    }
    // Polls alone must not bring an older page back, wherever they go.
    await Promise.all(Array.from({ length: 20 }, () => poll(guest)));
    const seen = (await seenBy(portal, guest)).map(([one]) => [one?.lastPage, one?.online]);
    expect(seen).toEqual(seen.map(() => ['Verify Code Page', true]));
  });
}

/** Nobody is gone before fifteen seconds have passed, so other tests run in between: call the answer after them. */
export function staysAndGoes(portal: Portal): () => void {
  let stays: Visitor;
  let goes: Visitor;
  let polling: NodeJS.Timeout;
  const onlineOf = async (guest: Visitor) => (await seenBy(portal, guest)).map(([one]) => one?.online);

  test('two guests come, of whom one asks only one of the processes and goes on asking', async () => {
    stays = portal.several().at(0);
    goes = portal.several().visitor();
    for (const guest of [stays, goes]) {
      await view(guest, 'Email Entry Page');
      const everybody = async () => (await onlineOf(guest)).every((online) => online === true);
      await until('every process sees them', everybody, AT_ONCE_MS);
    }
    polling = setInterval(() => void poll(stays), 1_000);
  });

  return () =>
    test('whoever asks one process stays for all of them, and whoever has gone is gone for all', async () => {
      const gone = async () => (await onlineOf(goes)).every((online) => online === false);
      await until('the one who left is gone', gone, 20_000);
      expect(await onlineOf(stays)).toEqual([true, true, true, true]);
      clearInterval(polling);
    });
}

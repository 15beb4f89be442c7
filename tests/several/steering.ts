import { describe, expect, test } from 'vitest';
import { until } from '../support/process.ts';
import type { Visitor } from '../support/visitor.ts';
import { AT_ONCE_MS, type Portal } from './portal.ts';

const HERE = 3;
const VERIFY = '/user/verify-code';
const TERMS = '/terms-agreement';

export function guestsAndUsersAreSteered({ several, admin }: Portal): void {
  const staff = () => several().at(HERE, admin());
  const redirect = (body: object) => staff().ask('POST', '/api/admin/redirects', body);
  const everywhere = async (visitor: Visitor, path: string) =>
    (
      await Promise.all(
        several()
          .atEach(visitor)
          .map((each) => each.ask('GET', path)),
      )
    ).map(({ body }) => body);

  /** Polls through the proxy, several at a time, until some have come and for a while after that. */
  async function delivered(visitor: Visitor, path: string): Promise<string[]> {
    const found: string[] = [];
    const poll = async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.ask('GET', path)));
      found.push(...answers.flatMap(({ body }) => body.redirect ?? []));
      return found.length > 0;
    };
    await until('something is delivered', poll, AT_ONCE_MS);
    for (let rounds = 0; rounds < 8; rounds += 1) await poll();
    return found;
  }

  async function removed(visitor: Visitor, path: string, id: string): Promise<void> {
    expect((await several().at(0, admin()).ask('DELETE', `/api/admin/redirects/${id}`)).status).toBe(200);
    await until(
      'it is removed everywhere',
      async () => (await everywhere(visitor, path)).every((answer) => answer.redirect === null),
      AT_ONCE_MS,
    );
  }

  describe('what the support team asks on one process', () => {
    test('a prompt is shown to the guest by whichever is asked first, until the page says that it is shown', async () => {
      const guest = several().visitor();
      const prompt = () => guest.ask('GET', '/api/guest/check-prompt');
      expect((await staff().ask('POST', '/api/admin/guest-prompt', { guestIp: guest.ip })).status).toBe(200);
      await until('it is shown', async () => (await prompt()).body.showPrompt, AT_ONCE_MS);
      // Each of them takes it back, also one that has not heard of it yet.
      await guest.ask('POST', '/api/guest/clear-prompt');
      const gone = async () =>
        (await everywhere(guest, '/api/guest/check-prompt')).every(({ showPrompt }) => !showPrompt);
      await until('it is gone everywhere', gone, AT_ONCE_MS);
      expect(await several().db.selectFrom('guest_prompts').selectAll().execute()).toEqual([]);
    });

    test('a one-time redirect of a guest is delivered once, whoever is asked', async () => {
      const guest = several().visitor();
      const made = await redirect({ guestIp: guest.ip, isGuestRedirect: true, destinationPath: VERIFY });
      expect(made.status).toBe(200);
      expect(await delivered(guest, '/api/guest/check-redirect')).toEqual([VERIFY]);
    });

    test('a persistent redirect of a guest is delivered by all until it is removed', async () => {
      const guest = several().visitor();
      const asked = { guestIp: guest.ip, isGuestRedirect: true, isPersistent: true, destinationPath: VERIFY };
      const { body } = await redirect(asked);
      const path = '/api/guest/check-redirect';
      await until(
        'all deliver it',
        async () => (await everywhere(guest, path)).every((answer) => answer.redirect === VERIFY),
        AT_ONCE_MS,
      );
      await removed(guest, path, body.id);
    });

    test('users too are sent somewhere once, or by all until it is removed', async () => {
      const { id } = await several().account({ username: 'sent-around' });
      const user = await several().signedIn('sent-around');
      const path = '/api/user/check-redirect';
      expect((await redirect({ userId: id, destinationPath: TERMS })).status).toBe(200);
      expect(await delivered(user, path)).toEqual([TERMS]);
      const { body } = await redirect({ userId: id, destinationPath: TERMS, isPersistent: true });
      await until(
        'all deliver it',
        async () => (await everywhere(user, path)).every((answer) => answer.redirect === TERMS),
        AT_ONCE_MS,
      );
      await removed(user, path, body.id);
    });
  });
}

import { describe, expect, test } from 'vitest';
import { until } from '../support/process.ts';
import type { Visitor } from '../support/visitor.ts';
import { Load, PEOPLE } from './load.ts';
import { AT_ONCE_MS, type Portal } from './portal.ts';

const VICTIM = 0;
const OTHERS = [1, 2, 3];
const TAKEN = 'taken@example.com';
/** As long as a process may be silent about the mails that it has taken, and a little more. */
const MAIL_WITHIN_MS = 20_000;

/** To be called last: it leaves one process less. */
export function processesComeAndGo({ several, smtp, admin }: Portal): void {
  /** The others stand still for a moment, so that it is this one that sends it. */
  async function letItTakeAMail(): Promise<void> {
    smtp().isSlowFor = (recipient) => recipient === TAKEN;
    for (const index of OTHERS) several().server(index).kill('SIGSTOP');
    const asked = await several().at(VICTIM).ask('POST', '/api/user/send-verification-code', { email: TAKEN });
    expect(asked.status).toBe(200);
    await until('it is sending the mail', () => smtp().waiting === 1);
    for (const index of OTHERS) several().server(index).kill('SIGCONT');
  }

  const askOthers = (visitor: Visitor, path: string) =>
    Promise.all(OTHERS.map((index) => several().at(index, visitor).ask('GET', path)));

  describe('under load', () => {
    test('one that is killed takes nothing with it that was acknowledged', async () => {
      const { id } = await several().account({ username: 'suspended' });
      const user = await several().signedIn('suspended');
      await askOthers(user, '/api/auth/user');
      const [prompted, redirected] = [several().visitor(), several().visitor()];
      const staff = several().at(VICTIM, admin());
      const page = await several().socket(admin(), several().portOf(VICTIM));
      await letItTakeAMail();
      const load = new Load(several(), admin());
      await until('the load runs', () => load.answered > 50);

      const redirect = { guestIp: redirected.ip, isGuestRedirect: true, destinationPath: '/user/verify-code' };
      const told = await Promise.all([
        staff.ask('PATCH', `/api/admin/users/${id}/status`, { status: 'suspended' }),
        staff.ask('POST', '/api/admin/guest-prompt', { guestIp: prompted.ip }),
        staff.ask('POST', '/api/admin/redirects', redirect),
      ]);
      several().server(VICTIM).kill('SIGKILL');
      expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
      await several().server(VICTIM).exited;
      await until('the mail server has noticed', () => smtp().abandoned === 1);
      smtp().isSlowFor = () => false;
      smtp().release();

      const moves: string[] = [];
      await until(
        'the others know of it',
        async () => {
          const ended = (await askOthers(user, '/api/auth/user')).every(({ status }) => status === 401);
          const prompts = await askOthers(prompted, '/api/guest/check-prompt');
          const redirects = await askOthers(redirected, '/api/guest/check-redirect');
          moves.push(...redirects.flatMap(({ body }) => body.redirect ?? []));
          return ended && prompts.every(({ body }) => body.showPrompt) && moves.length > 0;
        },
        AT_ONCE_MS,
      );
      expect(moves).toEqual([redirect.destinationPath]);

      await until('the page of the admin notices', () => page.state.ended !== null, AT_ONCE_MS);
      const again = await several().socket(admin());
      await until('it hears news again', () => again.heard.some(({ type }) => type === 'guests_changed'), AT_ONCE_MS);
      const before = load.answered;
      await until('the others serve on', () => load.answered > before + 50);
      await load.end();
      // What each of them was waiting for at that moment, and nothing later.
      expect(load.failures.length).toBeLessThanOrEqual(PEOPLE);
      expect(await load.lost()).toEqual([]);
      await several().replace(VICTIM);
    });

    test('one after the other is stopped and started again, and no request fails', async () => {
      const load = new Load(several(), admin());
      for (const index of several().servers.keys()) {
        const server = several().server(index);
        const page = await several().socket(admin(), several().portOf(index));
        const before = load.answered;
        server.kill('SIGTERM');
        const health = () => several().at(index).ask('GET', '/healthz');
        await until('it says that it is leaving', async () => (await health()).body.error === 'closing', AT_ONCE_MS);
        // Who has not noticed yet is served as ever.
        expect((await several().at(index, admin()).ask('GET', '/api/admin/guests')).status).toBe(200);
        const { code, afterMs } = await server.exited;
        expect([code, afterMs < 5_000, page.state.ended !== null]).toEqual([0, true, true]);
        await several().replace(index);
        expect((await health()).status).toBe(200);
        expect(load.answered).toBeGreaterThan(before + 50);
      }
      await load.end();
      expect(load.failures).toEqual([]);
      expect(await load.lost()).toEqual([]);
    });
  });

  test('the mail that the killed one was sending is sent by another one, once', async () => {
    const outcome = () =>
      several().db.selectFrom('outbox').select(['state', 'attempts']).where('recipient', '=', TAKEN).execute();
    await until('it is sent', async () => (await outcome())[0]?.state === 'sent', MAIL_WITHIN_MS);
    expect(await outcome()).toEqual([{ state: 'sent', attempts: 2 }]);
    expect(smtp().received.filter(({ to }) => to === TAKEN)).toHaveLength(1);
  });

  test('at a terminal nobody has to wait for a proxy', async () => {
    several().server(VICTIM).kill('SIGINT');
    const { code, afterMs } = await several().server(VICTIM).exited;
    expect([code, afterMs < 1_500]).toEqual([0, true]);
  });
}

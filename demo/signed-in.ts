import { ask } from '../scripts/ask.ts';
import type { DemoClock } from './clock.ts';
import { ignoreStopped } from './crowd.ts';
import type { Dice } from './dice.ts';

const ASK_EVERY_S = 10;
const USED_EVERY_ROUNDS = 6;
const SIGNED_OUT = 401;

interface SignedInOptions {
  readonly url: string;
  readonly clock: DemoClock;
  readonly dice: Dice;
}

/** Signed-in users with an open page follow redirects until they are signed out or the clock stops. */
export async function walkUsers({ url, clock, dice }: SignedInOptions, cookies: readonly string[]): Promise<void> {
  const page = async (cookie: string): Promise<void> => {
    for (let round = dice.between(0, USED_EVERY_ROUNDS); ; round += 1) {
      const path = round % USED_EVERY_ROUNDS === 0 ? '/api/auth/user' : '/api/user/check-redirect';
      const { status } = await ask(`${url}${path}`, { headers: { cookie } }).catch(() => ({ status: 0 }));
      if (status === SIGNED_OUT) return;
      await clock.wait(ASK_EVERY_S * 1_000);
    }
  };
  await Promise.all(cookies.map((cookie) => page(cookie).catch(ignoreStopped)));
}
